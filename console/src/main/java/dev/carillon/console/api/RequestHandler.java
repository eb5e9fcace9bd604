package dev.carillon.console.api;

/** Answers a request. What it throws becomes a problem: see {@link ProblemMapping}. */
@FunctionalInterface
public interface RequestHandler {
    ApiResponse answer(ApiRequest request);
}
