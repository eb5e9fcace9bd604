package dev.carillon.console.api;

/** A group of paths that belong together. */
@FunctionalInterface
public interface Resource {
    /** Names its paths and who answers them. */
    void routes(Routes routes);
}
