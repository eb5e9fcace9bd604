package dev.carillon.console.history.sql;

import java.sql.SQLException;

/** Asks the database from any thread. */
interface SqlReading {
    /** The answer; a question that can't be asked now throws a {@code HistoryException}. */
    <T> T read(Question<T> question);

    /** What is asked of one connection; it sees one state of the database per statement. */
    @FunctionalInterface
    interface Question<T> {
        T ask(SqlStatements statements) throws SQLException;
    }
}
