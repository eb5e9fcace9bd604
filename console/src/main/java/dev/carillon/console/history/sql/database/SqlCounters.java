package dev.carillon.console.history.sql.database;

import java.sql.SQLException;
import java.util.List;

/** Named numbers that are stored in the database. */
public final class SqlCounters {
    private static final String SET = SqlColumns.upsert("counters", List.of("name"), SqlColumns.of("name, value"));

    private SqlCounters() {}

    /** The value; 0 if it was never set. */
    public static long get(SqlStatements statements, String name) throws SQLException {
        try (SqlAnswer row = statements.ask(
                statements.with("SELECT value FROM counters WHERE name = ?").text(name))) {
            return row.next() ? row.number() : 0;
        }
    }

    public static void set(SqlStatements statements, String name, long value) throws SQLException {
        statements.change(statements.with(SET).text(name).number(value));
    }
}
