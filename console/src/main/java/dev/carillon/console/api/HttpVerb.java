package dev.carillon.console.api;

/** The methods of the routes. A HEAD request is answered as GET, without the body. */
public enum HttpVerb {
    GET,
    POST,
    PUT,
    PATCH,
    DELETE
}
