package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.fold.OutcomeFact;
import dev.carillon.console.history.fold.RecordStamp;
import dev.carillon.console.history.fold.RunFacts;
import dev.carillon.console.history.fold.RunSummary;
import dev.carillon.console.history.fold.TaskFact;
import dev.carillon.console.history.fold.TaskFactBuilder;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlColumns;
import dev.carillon.console.history.sql.database.SqlPlaces;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlTopics;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stores facts and summaries of executions as rows, and reads the facts back. */
final class SqlRunTable {
    /** Computed from the facts, for lists and filters. */
    private static final List<String> SUMMARY =
            SqlColumns.of("state, awaited, attempts, code, message, error, worker, due, started, ended, took, late");

    private static final List<String> FACTS = SqlColumns.of("first_heard, last_heard, running_at, cancel_at,"
            + " overdue_at, task_at, task_seat, task_attempt, task_delivery, task_second_hand, type, queue, priority,"
            + " origin, name, labels, nominal, not_before, scheduled, timeout, replay_of, outcome_at, outcome_seat,"
            + " outcome, outcome_attempts, outcome_code, outcome_message, skip_reason, skip_first, skip_last,"
            + " skip_count, places");
    private static final List<String> KEY = SqlColumns.of("id, exec_ms, key_hash, task_id, exec_time");
    private static final String UPSERT = SqlColumns.upsert(
            "runs",
            List.of("id"),
            Stream.of(KEY, SUMMARY, FACTS).flatMap(List::stream).toList());
    private static final String BY_KEY =
            " FROM runs WHERE exec_ms = ? AND key_hash = ? AND task_id = ? AND exec_time = ?";
    /** The column ended belongs to the summary, but is also a fact of the outcome. */
    private static final String FIND = "SELECT id, ended, " + SqlColumns.listed(FACTS) + BY_KEY;

    private static final String FIND_ID = "SELECT id" + BY_KEY;

    private final SqlStatements statements;
    private final SqlTopics topics;

    SqlRunTable(SqlStatements statements, SqlTopics topics) {
        this.statements = statements;
        this.topics = topics;
    }

    private static SqlValues keyed(SqlValues values, ExecutionKey key) throws SQLException {
        return values.number(key.execTime().instant().toEpochMilli())
                .number(Murmur2.partition(key.bytes(), Integer.MAX_VALUE))
                .text(key.taskId())
                .text(key.toString().substring(key.taskId().length() + 1));
    }

    /** The number of the row of the execution; 0 if there is none. */
    static long id(SqlStatements statements, ExecutionKey key) throws SQLException {
        try (SqlAnswer answer = statements.ask(keyed(statements.with(FIND_ID), key))) {
            return answer.next() ? answer.number() : 0;
        }
    }

    /** The stored facts without the attempts; null if the execution has no row. */
    @Nullable
    RunFacts find(ExecutionKey key) throws SQLException {
        try (SqlAnswer row = statements.ask(keyed(statements.with(FIND), key))) {
            return row.next() ? facts(key, row) : null;
        }
    }

    private RunFacts facts(ExecutionKey key, SqlAnswer row) throws SQLException {
        long id = row.number();
        Instant ended = row.instant();
        RunFacts.Times times = new RunFacts.Times(row.number(), row.number(), row.number(), row.number(), row.number());
        TaskFact task = task(row);
        OutcomeFact outcome = outcome(row, ended);
        RunFacts facts = RunFacts.restored(key, id, times, task, outcome);
        SqlPlaces.restore(row.bytes(), topics, facts.places());
        return facts;
    }

    private static @Nullable TaskFact task(SqlAnswer row) throws SQLException {
        RecordStamp stamp = row.stamp();
        int attempt = (int) row.number();
        int delivery = (int) row.number();
        boolean secondHand = row.flag();
        String type = row.text();
        String queue = row.text();
        Priority priority = row.name(Priority.class);
        Origin origin = row.name(Origin.class);
        String name = row.text();
        String labels = row.text();
        Instant nominal = row.instant();
        Instant notBefore = row.instant();
        boolean scheduled = row.flag();
        Duration timeout = row.duration();
        String replayOf = row.text();
        return stamp == null
                ? null
                : TaskFactBuilder.builder()
                        .stamp(stamp)
                        .attempt(attempt)
                        .delivery(delivery)
                        .secondHand(secondHand)
                        .type(Objects.requireNonNull(type))
                        .queue(Objects.requireNonNull(queue))
                        .priority(Objects.requireNonNull(priority))
                        .origin(Objects.requireNonNull(origin))
                        .name(name)
                        .labels(SqlLabels.read(labels))
                        .nominal(nominal)
                        .notBefore(notBefore)
                        .scheduled(scheduled)
                        .timeout(Objects.requireNonNull(timeout))
                        .replayOf(replayOf)
                        .build();
    }

    private static @Nullable OutcomeFact outcome(SqlAnswer row, @Nullable Instant decided) throws SQLException {
        RecordStamp stamp = row.stamp();
        OutcomeStatus status = row.name(OutcomeStatus.class);
        int attempts = (int) row.number();
        String code = row.text();
        String message = row.text();
        SkippedRange skipped = skipped(row);
        return stamp == null || status == null || decided == null
                ? null
                : new OutcomeFact(stamp, status, attempts, code, message, decided, skipped);
    }

    /** Reads the four columns of a skipped range. */
    static @Nullable SkippedRange skipped(SqlAnswer row) throws SQLException {
        SkipReason reason = row.name(SkipReason.class);
        Instant first = row.instant();
        Instant last = row.instant();
        long count = row.number();
        return reason == null || first == null || last == null ? null : new SkippedRange(reason, first, last, count);
    }

    /** Adds the row to the batch that {@link #flush} writes. */
    void save(RunFacts facts, RunSummary summary) throws SQLException {
        SqlValues values = keyed(statements.with(UPSERT).number(facts.id()), facts.key());
        var unused = values.name(summary.state())
                .instant(summary.awaited())
                .number(summary.attempts())
                .text(summary.code())
                .text(summary.message())
                .number(summary.error() == null ? null : (Long) summary.error().id())
                .text(summary.worker())
                .instant(summary.due())
                .instant(summary.started())
                .instant(summary.ended())
                .duration(summary.took())
                .duration(summary.late());
        RunFacts.Times times = facts.times();
        var unusedToo = values.number(times.firstHeard())
                .number(times.lastHeard())
                .number(times.runningSign())
                .number(times.cancelAsked())
                .number(times.reportedOverdue());
        set(values, facts.task());
        set(values, facts.outcome());
        values.bytes(SqlPlaces.bytes(facts.places(), topics)).batched();
    }

    private static void set(SqlValues values, @Nullable TaskFact task) throws SQLException {
        var unused = task == null
                ? values.nothing(15 + 1)
                : values.stamp(task.stamp())
                        .number(task.attempt())
                        .number(task.delivery())
                        .flag(task.secondHand())
                        .text(task.type())
                        .text(task.queue())
                        .name(task.priority())
                        .name(task.origin())
                        .text(task.name())
                        .text(SqlLabels.written(task.labels()))
                        .instant(task.nominal())
                        .instant(task.notBefore())
                        .flag(task.scheduled())
                        .duration(task.timeout())
                        .text(task.replayOf());
    }

    private static void set(SqlValues values, @Nullable OutcomeFact outcome) throws SQLException {
        SkippedRange skipped = outcome == null ? null : outcome.skipped();
        var unused = outcome == null
                ? values.nothing(6)
                : values.stamp(outcome.stamp())
                        .name(outcome.status())
                        .number(outcome.attempts())
                        .text(outcome.code())
                        .text(outcome.message());
        var unusedToo = skipped == null
                ? values.nothing(4)
                : values.name(skipped.reason())
                        .instant(skipped.first())
                        .instant(skipped.last())
                        .number(skipped.count());
    }

    void flush() throws SQLException {
        statements.flush(UPSERT);
    }
}
