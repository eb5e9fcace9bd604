package dev.carillon.console.history.sql;

import dev.carillon.console.history.Change;
import dev.carillon.console.history.fold.Batch;
import dev.carillon.console.history.fold.Letter;
import dev.carillon.console.history.fold.News;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Schedule;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes what a batch says of schedules, workers and dead letters. */
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
    private static final String LETTER = SqlColumns.upsert(
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

    List<Change> write(Batch batch) throws SQLException {
        List<Change> changes = new ArrayList<>();
        for (News.OfSchedule schedule : batch.schedules().values()) {
            write(schedule);
            changes.add(changed(Change.Kind.SCHEDULE, schedule.taskId(), schedule.appended()));
        }
        for (News.OfWorker worker : batch.workers().values()) {
            write(worker);
            changes.add(changed(Change.Kind.WORKER, worker.workerId(), worker.heard()));
        }
        for (News news : batch.others()) {
            write(news, changes);
        }
        return changes;
    }

    private static Change changed(Change.Kind kind, String id, Instant at) {
        return new Change(kind, id, null, at);
    }

    private void write(News news, List<Change> changes) throws SQLException {
        if (news instanceof News.OfApplied applied) {
            for (Map.Entry<String, Long> taken : applied.positions().entrySet()) {
                statements.change(statements
                        .with(TAKEN)
                        .text(taken.getKey())
                        .number(taken.getValue())
                        .instant(applied.at()));
                changes.add(changed(Change.Kind.SCHEDULE, taken.getKey(), applied.at()));
            }
        } else if (news instanceof News.OfBroken broken) {
            statements.change(statements
                    .with(BROKEN)
                    .text(broken.taskId())
                    .text(broken.problem())
                    .instant(broken.at()));
            changes.add(changed(Change.Kind.SCHEDULE, broken.taskId(), broken.at()));
        } else if (news instanceof News.OfSwitch turned) {
            changes.add(changed(Change.Kind.SCHEDULE, turned.taskId(), turned.at()));
        } else if (news instanceof News.OfLetter letter) {
            write(letter.letter());
            changes.add(letterChanged(
                    letter.letter().place().partition(),
                    letter.letter().place().offset(),
                    letter.letter().place().appended()));
        } else if (news instanceof News.OfMark mark) {
            statements.change(statements
                    .with(MARK)
                    .number(mark.partition())
                    .number(mark.offset())
                    .text(mark.replayed() ? "REPLAYED" : "DROPPED")
                    .number(mark.appended().toEpochMilli())
                    .instant(mark.at())
                    .text(mark.replayedAs()));
            changes.add(letterChanged(mark.partition(), mark.offset(), mark.at()));
        }
    }

    private static Change letterChanged(int partition, long offset, Instant at) {
        return changed(Change.Kind.DEAD_LETTER, "dead-letters-" + partition + "@" + offset, at);
    }

    private void write(Letter letter) throws SQLException {
        SqlValues values = statements
                .with(LETTER)
                .number(letter.place().partition())
                .number(letter.place().offset())
                .text(letter.place().topic())
                .number(letter.place().appended().toEpochMilli())
                .text(letter.key())
                .text(letter.taskId())
                .text(letter.cause())
                .text(letter.message());
        var origin = letter.origin();
        var unused = origin == null
                ? values.nothing(4)
                : values.text(origin.topic())
                        .number(origin.partition())
                        .number(origin.offset())
                        .number(origin.appended().toEpochMilli());
        statements.change(values);
    }

    private void write(News.OfSchedule news) throws SQLException {
        byte[] value = news.value();
        if (value == null) {
            statements.change(statements
                    .with("DELETE FROM schedules WHERE task_id = ? AND version < ?")
                    .text(news.taskId())
                    .number(news.version()));
            return;
        }
        Schedule schedule = read(value);
        SqlValues values = statements
                .with(SCHEDULE)
                .text(news.taskId())
                .number(news.version())
                .number(news.appended().toEpochMilli())
                .bytes(value)
                .flag(schedule != null)
                .flag(schedule != null && schedule.enabled());
        statements.change(
                schedule == null
                        ? values.nothing(3).text(news.taskId().toLowerCase(Locale.ROOT))
                        : values.text(schedule.work().queue())
                                .text(schedule.work().type())
                                .text(SqlLabels.written(schedule.work().labels()))
                                .text(words(schedule)));
    }

    /** Unreadable is what the trigger will put aside as well; the list shows it as broken. */
    private static @Nullable Schedule read(byte[] value) {
        try {
            return Kind.SCHEDULE.decode(value);
        } catch (ContractException e) {
            // Safe: the row says that it can't be read, and the trigger says why in dead-letters.
            return null;
        }
    }

    /** What a search looks into. */
    private static String words(Schedule schedule) {
        return Stream.of(schedule.taskId(), schedule.work().name(), schedule.description(), schedule.owner())
                .map(word -> word == null ? "" : word.toLowerCase(Locale.ROOT))
                .collect(Collectors.joining("\n"));
    }

    private void write(News.OfWorker worker) throws SQLException {
        byte[] value = worker.value();
        if (value == null) {
            statements.change(
                    statements.with("DELETE FROM workers WHERE worker_id = ?").text(worker.workerId()));
        } else {
            statements.change(statements
                    .with(WORKER)
                    .text(worker.workerId())
                    .number(worker.heard().toEpochMilli())
                    .bytes(value));
        }
    }
}
