package dev.carillon.console.api;

/** A group of paths that belong together. */
@FunctionalInterface
public interface ApiResource {
    /** The author of changes in {@code audit} and {@code control}, as the console has no users. */
    String CONSOLE = "console";

    /** Adds its paths with their handlers. */
    void routes(ApiRoutes routes);
}
