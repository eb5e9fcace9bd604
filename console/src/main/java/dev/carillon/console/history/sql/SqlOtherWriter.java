package dev.carillon.console.history.sql;

import dev.carillon.console.history.HistoryChange;
import dev.carillon.console.history.fold.DeadLetterFacts;
import dev.carillon.console.history.fold.FoldedBatch;
import dev.carillon.console.history.fold.RecordFacts;
import dev.carillon.console.history.sql.database.SqlColumns;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.console.history.sql.run.SqlLabels;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Schedule;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the rows of schedules, workers and dead letters that a batch changes. */
final class SqlOtherWriter {
    private static final String SCHEDULE = SqlColumns.upsert(
            "schedules",
            List.of("task_id"),
            SqlColumns.of("task_id, version, written_at, body, readable, enabled, queue, type, labels, words"));
    private static final String TAKEN = "INSERT INTO schedule_news (task_id, taken, taken_time) VALUES (?, ?, ?)"
            + " ON CONFLICT (task_id) DO UPDATE SET taken = MAX(COALESCE(schedule_news.taken, -1), excluded.taken),"
            + " taken_time = MAX(COALESCE(schedule_news.taken_time, excluded.taken_time), excluded.taken_time)";
    private static final String BROKEN = "INSERT INTO schedule_news (task_id, problem, problem_time) VALUES (?, ?, ?)"
            + " ON CONFLICT (task_id) DO UPDATE SET problem = excluded.problem, problem_time = excluded.problem_time"
            + " WHERE schedule_news.problem_time IS NULL OR schedule_news.problem_time < excluded.problem_time";
    private static final String WORKER =
            SqlColumns.upsert("workers", List.of("worker_id"), SqlColumns.of("worker_id, heard_at, body"));
    private static final List<String> PLACE = SqlColumns.of("part, position");
    private static final String DEAD_LETTER = SqlColumns.upsert(
            "letters",
            PLACE,
            SqlColumns.of("part, position, topic, put_at, record_key, task_id, cause, message, origin_topic,"
                    + " origin_part, origin_position, origin_at"));
    private static final String MARK =
            SqlColumns.upsert("letters", PLACE, SqlColumns.of("part, position, mark, mark_for, mark_time, replayed_as"))
                    + " WHERE letters.mark_time IS NULL OR letters.mark_time <= excluded.mark_time";

    private final SqlStatements statements;

    SqlOtherWriter(SqlStatements statements) {
        this.statements = statements;
    }

    List<HistoryChange> write(FoldedBatch batch) throws SQLException {
        List<HistoryChange> changes = new ArrayList<>();
        for (RecordFacts.OfSchedule schedule : batch.schedules().values()) {
            write(schedule);
            changes.add(changed(HistoryChange.Kind.SCHEDULE, schedule.taskId(), schedule.appended()));
        }
        for (RecordFacts.OfWorker worker : batch.workers().values()) {
            write(worker);
            changes.add(changed(HistoryChange.Kind.WORKER, worker.workerId(), worker.appended()));
        }
        for (RecordFacts facts : batch.others()) {
            write(facts, changes);
        }
        return changes;
    }

    private static HistoryChange changed(HistoryChange.Kind kind, String id, Instant at) {
        return new HistoryChange(kind, id, null, at);
    }

    private void write(RecordFacts facts, List<HistoryChange> changes) throws SQLException {
        if (facts instanceof RecordFacts.OfApplied applied) {
            for (Map.Entry<String, Long> taken : applied.positions().entrySet()) {
                statements.change(statements
                        .with(TAKEN)
                        .text(taken.getKey())
                        .number(taken.getValue())
                        .instant(applied.at()));
                changes.add(changed(HistoryChange.Kind.SCHEDULE, taken.getKey(), applied.at()));
            }
        } else if (facts instanceof RecordFacts.OfBroken broken) {
            statements.change(statements
                    .with(BROKEN)
                    .text(broken.taskId())
                    .text(broken.problem())
                    .instant(broken.at()));
            changes.add(changed(HistoryChange.Kind.SCHEDULE, broken.taskId(), broken.at()));
        } else if (facts instanceof RecordFacts.OfSwitch turned) {
            changes.add(changed(HistoryChange.Kind.SCHEDULE, turned.taskId(), turned.at()));
        } else if (facts instanceof RecordFacts.OfDeadLetter added) {
            write(added.deadLetter());
            changes.add(deadLetterChanged(
                    added.deadLetter().place().partition(),
                    added.deadLetter().place().offset(),
                    added.deadLetter().place().appended()));
        } else if (facts instanceof RecordFacts.OfMark mark) {
            statements.change(statements
                    .with(MARK)
                    .number(mark.partition())
                    .number(mark.offset())
                    .text(mark.replayed() ? "REPLAYED" : "DROPPED")
                    .number(mark.appended().toEpochMilli())
                    .instant(mark.at())
                    .text(mark.replayedAs()));
            changes.add(deadLetterChanged(mark.partition(), mark.offset(), mark.at()));
        }
    }

    private static HistoryChange deadLetterChanged(int partition, long offset, Instant at) {
        return changed(HistoryChange.Kind.DEAD_LETTER, "dead-letters-" + partition + "@" + offset, at);
    }

    private void write(DeadLetterFacts deadLetter) throws SQLException {
        SqlValues values = statements
                .with(DEAD_LETTER)
                .number(deadLetter.place().partition())
                .number(deadLetter.place().offset())
                .text(deadLetter.place().topic())
                .number(deadLetter.place().appended().toEpochMilli())
                .text(deadLetter.key())
                .text(deadLetter.taskId())
                .text(deadLetter.cause())
                .text(deadLetter.message());
        var origin = deadLetter.origin();
        var unused = origin == null
                ? values.nothing(4)
                : values.text(origin.topic())
                        .number(origin.partition())
                        .number(origin.offset())
                        .number(origin.appended().toEpochMilli());
        statements.change(values);
    }

    private void write(RecordFacts.OfSchedule facts) throws SQLException {
        byte[] value = facts.value();
        if (value == null) {
            statements.change(statements
                    .with("DELETE FROM schedules WHERE task_id = ? AND version < ?")
                    .text(facts.taskId())
                    .number(facts.version()));
            return;
        }
        Schedule schedule = read(value);
        SqlValues values = statements
                .with(SCHEDULE)
                .text(facts.taskId())
                .number(facts.version())
                .number(facts.appended().toEpochMilli())
                .bytes(value)
                .flag(schedule != null)
                .flag(schedule != null && schedule.enabled());
        statements.change(
                schedule == null
                        ? values.nothing(3).text(facts.taskId().toLowerCase(Locale.ROOT))
                        : values.text(schedule.work().queue())
                                .text(schedule.work().type())
                                .text(SqlLabels.written(schedule.work().labels()))
                                .text(searchText(schedule)));
    }

    /** Null for an unreadable schedule, which the list shows as broken. */
    private static @Nullable Schedule read(byte[] value) {
        try {
            return Kind.SCHEDULE.decode(value);
        } catch (ContractException e) {
            // Safe: the row is marked unreadable, and the trigger writes the reason to dead-letters.
            return null;
        }
    }

    /** The text that a search looks in. */
    private static String searchText(Schedule schedule) {
        return Stream.of(schedule.taskId(), schedule.work().name(), schedule.description(), schedule.owner())
                .map(word -> word == null ? "" : word.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("\n"));
    }

    private void write(RecordFacts.OfWorker worker) throws SQLException {
        byte[] value = worker.value();
        if (value == null) {
            statements.change(
                    statements.with("DELETE FROM workers WHERE worker_id = ?").text(worker.workerId()));
        } else {
            statements.change(statements
                    .with(WORKER)
                    .text(worker.workerId())
                    .number(worker.appended().toEpochMilli())
                    .bytes(value));
        }
    }
}
