package dev.carillon.console.history.sql.database;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Builds statements from lists of columns, so that each list is written once. */
public final class SqlColumns {
    private SqlColumns() {}

    public static List<String> of(String text) {
        return Arrays.asList(text.strip().split("[,\\s]+"));
    }

    public static String listed(List<String> columns) {
        return String.join(", ", columns);
    }

    /** Inserts a row, or sets all columns of the row with the same key. */
    public static String upsert(String table, List<String> key, List<String> columns) {
        return "INSERT INTO " + table + " (" + listed(columns) + ") VALUES ("
                + columns.stream().map(column -> "?").collect(Collectors.joining(", ")) + ") ON CONFLICT ("
                + listed(key) + ") DO UPDATE SET "
                + columns.stream()
                        .filter(column -> !key.contains(column))
                        .map(column -> column + " = excluded." + column)
                        .collect(Collectors.joining(", "));
    }

    /** Adds a value to the last column of a row, or inserts the row. */
    public static String add(String table, List<String> columns) {
        String last = columns.get(columns.size() - 1);
        return "INSERT INTO " + table + " (" + listed(columns) + ") VALUES ("
                + columns.stream().map(column -> "?").collect(Collectors.joining(", ")) + ") ON CONFLICT ("
                + listed(columns.subList(0, columns.size() - 1)) + ") DO UPDATE SET " + last + " = " + table + "."
                + last + " + excluded." + last;
    }
}
