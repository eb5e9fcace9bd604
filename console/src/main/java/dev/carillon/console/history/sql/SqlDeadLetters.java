package dev.carillon.console.history.sql;

import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.deadletter.DeadLetterEntry;
import dev.carillon.console.history.deadletter.DeadLetterFilter;
import dev.carillon.console.history.deadletter.DeadLetters;
import dev.carillon.console.history.run.RecordPlace;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlCursor;
import dev.carillon.console.history.sql.database.SqlReading;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlValues;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers {@link DeadLetters} from rows. */
final class SqlDeadLetters implements DeadLetters {
    private static final String SELECT =
            "SELECT topic, part, position, put_at, record_key, cause, message, origin_topic,"
                    + " origin_part, origin_position, origin_at, mark, mark_for, replayed_as FROM letters"
                    + " WHERE put_at IS NOT NULL";
    /** A mark with another append time belongs to a record of a deleted topic. */
    private static final String UNMARKED = "(mark IS NULL OR mark_for <> put_at)";

    private final SqlReading database;

    SqlDeadLetters(SqlReading database) {
        this.database = database;
    }

    @Override
    public ResultPage<DeadLetterEntry> find(DeadLetterFilter filter, @Nullable String cursor, int limit) {
        int bounded = Math.max(1, Math.min(limit, MAX_LIMIT));
        long[] before = before(SqlCursor.text(cursor));
        return database.read(statements -> {
            List<DeadLetterEntry> found = new ArrayList<>();
            try (SqlAnswer row =
                    statements.ask(asked(statements, filter, before).number(bounded + 1))) {
                while (row.next()) {
                    found.add(entry(row));
                }
            }
            boolean more = found.size() > bounded;
            List<DeadLetterEntry> shown = more ? found.subList(0, bounded) : found;
            return new ResultPage<>(List.copyOf(shown), more ? cursor(shown.get(shown.size() - 1)) : null);
        });
    }

    private static String cursor(DeadLetterEntry last) {
        RecordPlace place = last.place();
        return SqlCursor.of(place.appended().toEpochMilli() + "-" + place.partition() + "-" + place.offset());
    }

    private static long[] before(@Nullable String cursor) {
        if (cursor == null) {
            return new long[] {Long.MAX_VALUE, 0, 0};
        }
        String[] parts = cursor.split("-", -1);
        try {
            return new long[] {Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2])};
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw SqlCursor.bad(cursor);
        }
    }

    private static SqlValues asked(SqlStatements statements, DeadLetterFilter filter, long[] before)
            throws SQLException {
        StringBuilder sql = new StringBuilder(SELECT)
                .append(" AND (put_at, part, position) < (?, ?, ?) AND put_at >= ? AND put_at < ?");
        if (!filter.all()) {
            sql.append(" AND ").append(UNMARKED);
        }
        sql.append(filter.taskId() == null ? "" : " AND task_id = ?");
        sql.append(filter.cause() == null ? "" : " AND cause = ?");
        SqlValues asked = statements
                .with(sql.append(" ORDER BY put_at DESC, part DESC, position DESC LIMIT ?")
                        .toString())
                .number(before[0])
                .number(before[1])
                .number(before[2])
                .number(filter.since() == null ? Long.MIN_VALUE : filter.since().toEpochMilli())
                .number(filter.until() == null ? Long.MAX_VALUE : filter.until().toEpochMilli());
        if (filter.taskId() != null) {
            asked = asked.text(filter.taskId());
        }
        return filter.cause() == null ? asked : asked.text(filter.cause());
    }

    private static DeadLetterEntry entry(SqlAnswer row) throws SQLException {
        RecordPlace place = new RecordPlace(
                row.someText(), (int) row.number(), row.number(), Objects.requireNonNull(row.appended()));
        String key = row.someText();
        String cause = row.someText();
        String message = row.someText();
        String originTopic = row.text();
        int originPartition = (int) row.number();
        long originOffset = row.number();
        Instant originAt = row.appended();
        String mark = row.text();
        Instant markFor = row.appended();
        String replayedAs = row.text();
        boolean marked = mark != null && place.appended().equals(markFor);
        return new DeadLetterEntry(
                place,
                key,
                cause,
                message,
                originTopic == null || originAt == null
                        ? null
                        : new RecordPlace(originTopic, originPartition, originOffset, originAt),
                mark != null && marked ? DeadLetterEntry.Standing.valueOf(mark) : DeadLetterEntry.Standing.OPEN,
                marked ? replayedAs : null);
    }

    @Override
    public Optional<DeadLetterEntry> get(int partition, long offset) {
        return database.read(statements -> {
            try (SqlAnswer row = statements.ask(statements
                    .with(SELECT + " AND part = ? AND position = ?")
                    .number(partition)
                    .number(offset))) {
                return row.next() ? Optional.of(entry(row)) : Optional.empty();
            }
        });
    }
}
