package dev.carillon.console.api;

/** A group of paths that belong together. */
@FunctionalInterface
public interface Resource {
    /** Who changed something, in {@code audit} and {@code control}: the console knows no people. */
    String CONSOLE = "console";

    /** Names its paths and who answers them. */
    void routes(Routes routes);
}
