package dev.carillon.standalone.cli;

import picocli.CommandLine.Option;

/** {@code -o table|json}, for commands that answer with data. */
final class OutputOption {
    /** How an answer looks. */
    enum Format {
        TABLE,
        JSON;

        @Override
        public String toString() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    @Option(
            names = {"-o", "--output"},
            paramLabel = "table|json",
            description = "For people, or one JSON document per line for programs (default: ${DEFAULT-VALUE}).",
            defaultValue = "table")
    private Format format = Format.TABLE;

    boolean json() {
        return format == Format.JSON;
    }
}
