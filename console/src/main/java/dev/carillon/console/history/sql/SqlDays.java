package dev.carillon.console.history.sql;

import dev.carillon.console.history.fold.CountChanges;
import dev.carillon.console.history.schedule.DayTally;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.schemas.state.ExecutionState;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts the runs of a task by day and outcome. */
final class SqlDays {
    private static final int SUCCEEDED = 0;
    private static final int FAILED = 1;
    private static final int OTHER = 2;
    private static final int SKIPPED = 3;
    private static final int OPEN = 4;

    private final SqlStatements statements;
    private final String taskId;
    private final ZoneId zone;

    SqlDays(SqlStatements statements, String taskId, ZoneId zone) {
        this.statements = statements;
        this.taskId = taskId;
        this.zone = zone;
    }

    List<DayTally> between(LocalDate from, LocalDate to) throws SQLException {
        Map<LocalDate, long[]> days = new TreeMap<>();
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT quarter, state, runs FROM quarters WHERE task_id = ? AND quarter >= ? AND quarter < ?")
                .text(taskId)
                .number(quarter(from))
                .number(quarter(to.plusDays(1))))) {
            while (row.next()) {
                LocalDate day = Instant.ofEpochMilli(row.number() * CountChanges.QUARTER_MS)
                        .atZone(zone)
                        .toLocalDate();
                int column = column(row.someName(ExecutionState.class));
                days.computeIfAbsent(day, none -> new long[OPEN + 1])[column] += row.number();
            }
        }
        return days.entrySet().stream()
                .filter(day -> java.util.Arrays.stream(day.getValue()).sum() > 0)
                .map(day -> tally(day.getKey(), day.getValue()))
                .toList();
    }

    private long quarter(LocalDate day) {
        return Math.floorDiv(day.atStartOfDay(zone).toInstant().toEpochMilli(), CountChanges.QUARTER_MS);
    }

    private static int column(ExecutionState state) {
        return switch (state) {
            case SUCCEEDED -> SUCCEEDED;
            case FAILED -> FAILED;
            case CANCELLED, EXPIRED -> OTHER;
            case SKIPPED -> SKIPPED;
            case PENDING, QUEUED, RUNNING, RETRYING -> OPEN;
        };
    }

    private static DayTally tally(LocalDate day, long[] counts) {
        return new DayTally(day, counts[SUCCEEDED], counts[FAILED], counts[OTHER], counts[SKIPPED], counts[OPEN]);
    }
}
