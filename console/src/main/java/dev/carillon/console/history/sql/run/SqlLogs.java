package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.run.LogLine;
import dev.carillon.console.history.run.LogPage;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlStatements;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads log lines: each row holds the lines of one record, and lines are numbered over all rows in order. */
final class SqlLogs {
    private static final int MOST_LINES = 5_000;

    private SqlLogs() {}

    static long count(SqlStatements statements, long runId) throws SQLException {
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT COALESCE(SUM(line_count), 0) FROM logs WHERE run_id = ?")
                .number(runId))) {
            return row.next() ? row.number() : 0;
        }
    }

    /** A row, and which lines it holds. */
    private record Piece(int attempt, long sequence, long first, long count) {}

    static LogPage page(SqlStatements statements, long runId, int attempt, long from, int limit, boolean ended)
            throws SQLException {
        List<Piece> pieces = pieces(statements, runId, attempt);
        Piece lastPiece = pieces.isEmpty() ? new Piece(0, 0, 0, 0) : pieces.get(pieces.size() - 1);
        long all = lastPiece.first() + lastPiece.count();
        long first = from < 0 ? Math.max(0, all + from) : Math.min(from, all);
        long end = Math.min(all, first + Math.max(1, Math.min(limit, MOST_LINES)));
        List<LogLine> lines = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.count() > 0 && piece.first() < end && piece.first() + piece.count() > first) {
                add(statements, runId, piece, first, end, lines);
            }
        }
        return new LogPage(lines, end, ended);
    }

    private static List<Piece> pieces(SqlStatements statements, long runId, int attempt) throws SQLException {
        List<Piece> pieces = new ArrayList<>();
        long first = 0;
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT attempt, sequence, line_count FROM logs WHERE run_id = ? AND (? = 0 OR attempt = ?)"
                        + " ORDER BY attempt, sequence")
                .number(runId)
                .number(attempt)
                .number(attempt))) {
            while (row.next()) {
                Piece piece = new Piece((int) row.number(), row.number(), first, row.number());
                pieces.add(piece);
                first += piece.count();
            }
        }
        return pieces;
    }

    private static void add(
            SqlStatements statements, long runId, Piece piece, long first, long end, List<LogLine> lines)
            throws SQLException {
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT written, lines FROM logs WHERE run_id = ? AND attempt = ? AND sequence = ?")
                .number(runId)
                .number(piece.attempt())
                .number(piece.sequence()))) {
            if (!row.next()) {
                return;
            }
            Instant at = row.someInstant();
            long number = piece.first();
            for (String text : row.someText().split("\n", -1)) {
                if (number >= first && number < end) {
                    lines.add(new LogLine(number, piece.attempt(), at, text));
                }
                number++;
            }
        }
    }
}
