package dev.carillon.console.api;

/** Answers a request. What it throws becomes a problem: see {@link Problems}. */
@FunctionalInterface
public interface Handler {
    Answer answer(Request request);
}
