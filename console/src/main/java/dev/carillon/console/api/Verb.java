package dev.carillon.console.api;

/** The methods that anything here answers to. A HEAD is a GET whose body is left out. */
public enum Verb {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE
}
