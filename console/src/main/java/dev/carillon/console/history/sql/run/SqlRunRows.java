package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunBuilder;
import dev.carillon.console.history.schedule.RunMark;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the rows of executions for lists and charts. */
public final class SqlRunRows {
    static final String SELECT =
            "SELECT id, task_id, exec_time, state, name, type, queue, priority, origin, attempts, code, message,"
                    + " worker, first_heard, due, started, ended, awaited, replay_of, skip_reason, skip_first,"
                    + " skip_last, skip_count FROM runs";
    public static final String SELECT_MARK =
            "SELECT task_id, exec_time, state, due, first_heard, took, attempts FROM runs";

    private SqlRunRows() {}

    /** A run and the number of its row, by which lists are ordered. */
    record Numbered(long id, Run run) {}

    static List<Numbered> all(SqlStatements statements, SqlValues asked) throws SQLException {
        List<Numbered> found = new ArrayList<>();
        try (SqlAnswer row = statements.ask(asked)) {
            while (row.next()) {
                found.add(one(row));
            }
        }
        return found;
    }

    private static Numbered one(SqlAnswer row) throws SQLException {
        long id = row.number();
        ExecutionKey key = ExecutionKey.parse(row.someText() + ":" + row.someText());
        ExecutionState state = row.someName(ExecutionState.class);
        String name = row.text();
        String type = row.text();
        String queue = row.text();
        Priority priority = row.name(Priority.class);
        Origin origin = row.name(Origin.class);
        int attempts = (int) row.number();
        String code = row.text();
        String message = row.text();
        String worker = row.text();
        Instant firstHeard = Objects.requireNonNull(row.appended());
        Instant due = row.instant();
        Instant started = row.instant();
        Instant ended = row.instant();
        Instant awaited = row.instant();
        String replayOf = row.text();
        return new Numbered(
                id,
                RunBuilder.builder()
                        .key(key)
                        .state(state)
                        .name(name)
                        .type(type)
                        .queue(queue)
                        .priority(priority)
                        .origin(origin)
                        .attempts(attempts)
                        .code(code)
                        .message(message)
                        .worker(worker)
                        .firstHeard(firstHeard)
                        .due(due)
                        .started(started)
                        .ended(ended)
                        .nextAttempt(state == ExecutionState.RETRYING ? awaited : null)
                        .replayOf(replayOf)
                        .skipped(SqlRunTable.skipped(row))
                        .build());
    }

    /** The run of this number. */
    static @Nullable Run byId(SqlStatements statements, long id) throws SQLException {
        List<Numbered> found =
                all(statements, statements.with(SELECT + " WHERE id = ?").number(id));
        return found.isEmpty() ? null : found.get(0).run();
    }

    public static RunMark mark(SqlAnswer row) throws SQLException {
        ExecutionKey key = ExecutionKey.parse(row.someText() + ":" + row.someText());
        ExecutionState state = row.someName(ExecutionState.class);
        Instant due = row.instant();
        Instant firstRecord = Objects.requireNonNull(row.appended());
        Duration took = row.duration();
        return new RunMark(key, state, due == null ? firstRecord : due, took, (int) row.number());
    }
}
