package dev.carillon.kit.config;

import java.util.List;
import java.util.stream.Collectors;

/** The settings as a Markdown table, for the documentation. */
public final class ConfigTable {
    private static final String HEAD = """
            | key | environment | type | default | allowed | why change it |
            |---|---|---|---|---|---|
            """;

    private ConfigTable() {}

    public static String markdown(List<KeyDescription> keys) {
        return keys.stream().map(ConfigTable::row).collect(Collectors.joining("", HEAD, ""));
    }

    private static String row(KeyDescription key) {
        return "| `" + key.name() + "` | `" + key.environmentName() + "` | " + cell(key.type()) + " | "
                + (key.byDefault().isEmpty() ? "" : "`" + cell(key.byDefault()) + "`") + " | " + cell(key.range())
                + " | " + cell(key.reason()) + " |\n";
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ");
    }
}
