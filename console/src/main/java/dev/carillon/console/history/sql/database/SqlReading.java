package dev.carillon.console.history.sql.database;

import java.sql.SQLException;

/** Runs queries; any thread may call it. */
public interface SqlReading {
    /** The answer; throws a {@code HistoryException} if the history is closed, busy or unreadable. */
    <T> T read(Question<T> question);

    /** A query on one connection; each of its statements may see a newer state of the database. */
    @FunctionalInterface
    interface Question<T> {
        T ask(SqlStatements statements) throws SQLException;
    }
}
