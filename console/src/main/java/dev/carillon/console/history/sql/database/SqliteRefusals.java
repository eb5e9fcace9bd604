package dev.carillon.console.history.sql.database;

import dev.carillon.console.history.HistoryException;
import dev.carillon.console.history.HistoryProblem;
import java.nio.file.Path;
import java.sql.SQLException;

/** Maps SQLite's error codes to the problems of the history. */
public final class SqliteRefusals {
    /** Extended error codes have the primary one in their lowest byte. */
    private static final int PLAIN = 0xff;

    private static final int READ_ONLY = 8;
    private static final int INPUT_OUTPUT = 10;
    private static final int CORRUPT = 11;
    private static final int FULL = 13;
    private static final int CANNOT_OPEN = 14;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;
    private static final int NO_DATABASE = 26;

    private SqliteRefusals() {}

    public static HistoryException of(SQLException refused, Path file) {
        String why = " (" + refused.getMessage() + ")";
        return switch (refused.getErrorCode() & PLAIN) {
            case FULL ->
                new HistoryException(
                        HistoryProblem.HISTORY_DISK_FULL, "no space is left to write " + file + why, refused);
            case CORRUPT, NO_DATABASE ->
                new HistoryException(
                        HistoryProblem.HISTORY_DAMAGED, file + " is damaged or is not a database" + why, refused);
            case READ_ONLY, CANNOT_OPEN, INPUT_OUTPUT ->
                new HistoryException(HistoryProblem.HISTORY_UNWRITABLE, file + " can't be written" + why, refused);
            case BUSY, LOCKED ->
                new HistoryException(
                        HistoryProblem.HISTORY_IN_USE, file + " is locked by another program" + why, refused);
            default ->
                new HistoryException(
                        HistoryProblem.HISTORY_UNAVAILABLE, "the history " + file + " failed" + why, refused);
        };
    }
}
