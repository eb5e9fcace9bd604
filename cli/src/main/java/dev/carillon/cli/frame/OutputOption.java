package dev.carillon.cli.frame;

import picocli.CommandLine.Option;

/** {@code -o table|json}, for commands that print data. */
public final class OutputOption {
    /** The form of an answer. */
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
            description = "A table for people, or one JSON document per line (default: ${DEFAULT-VALUE}).",
            defaultValue = "table")
    private Format format = Format.TABLE;

    public boolean json() {
        return format == Format.JSON;
    }
}
