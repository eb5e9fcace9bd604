package dev.carillon.console.history.sql;

import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.fold.RowId;
import dev.carillon.console.history.schedule.DayTally;
import dev.carillon.console.history.schedule.DurationPercentiles;
import dev.carillon.console.history.schedule.RunMark;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.console.history.schedule.ScheduleFilter;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlCursor;
import dev.carillon.console.history.sql.database.SqlReading;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.console.history.sql.run.SqlRunQuery;
import dev.carillon.console.history.sql.run.SqlRunRows;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Schedule;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers {@link ScheduleHistory} from rows. */
final class SqlScheduleHistory implements ScheduleHistory {
    private static final String SELECT = "SELECT s.task_id, s.version, s.written_at, s.body, n.taken, n.taken_time,"
            + " n.problem, n.problem_time FROM schedules s LEFT JOIN schedule_news n ON n.task_id = s.task_id";
    /** Its record can't be read, or the trigger reported a problem and has not applied a definition since. */
    private static final String BROKEN = "(s.readable = 0 OR (n.problem IS NOT NULL AND"
            + " n.problem_time >= COALESCE(n.taken_time, n.problem_time)))";

    private static final int MOST_MARKS = 10_000;
    private static final int MOST_EACH = 200;
    /** Percentiles are computed from the newest runs, at most this many. */
    private static final int MOST_ENDED = 100_000;

    private final SqlReading database;

    SqlScheduleHistory(SqlReading database) {
        this.database = database;
    }

    @Override
    public ResultPage<ScheduleEntry> find(ScheduleFilter filter, @Nullable String cursor, int limit) {
        String behind = SqlCursor.text(cursor);
        int bounded = Math.max(1, Math.min(limit, MAX_LIMIT));
        return database.read(statements -> {
            List<ScheduleEntry> found = new ArrayList<>();
            try (SqlAnswer row = statements.ask(
                    asked(statements, filter, behind == null ? "" : behind).number(bounded + 1))) {
                while (row.next()) {
                    found.add(entry(row));
                }
            }
            boolean more = found.size() > bounded;
            List<ScheduleEntry> shown = more ? found.subList(0, bounded) : found;
            return new ResultPage<>(
                    List.copyOf(shown),
                    more ? SqlCursor.of(shown.get(shown.size() - 1).taskId()) : null);
        });
    }

    private static SqlValues asked(SqlStatements statements, ScheduleFilter filter, String behind) throws SQLException {
        StringBuilder sql = new StringBuilder(SELECT).append(" WHERE s.task_id > ?");
        List<String> values = new ArrayList<>(List.of(behind));
        if (filter.search() != null) {
            sql.append(" AND s.words LIKE ? ESCAPE '!'");
            values.add("%" + filter.search().toLowerCase(Locale.ROOT).replaceAll("([!%_])", "!$1") + "%");
        }
        if (filter.standing() != null) {
            sql.append(
                    switch (filter.standing()) {
                        case BROKEN -> " AND " + BROKEN;
                        case ACTIVE -> " AND NOT " + paused(filter, values) + " AND NOT " + BROKEN;
                        case PAUSED -> " AND " + paused(filter, values) + " AND NOT " + BROKEN;
                    });
        }
        if (filter.queue() != null) {
            sql.append(" AND s.queue = ?");
            values.add(filter.queue());
        }
        if (filter.type() != null) {
            sql.append(" AND s.type = ?");
            values.add(filter.type());
        }
        if (filter.label() != null) {
            sql.append(" AND INSTR(s.labels, ?) > 0");
            values.add(SqlRunQuery.labelPart(filter.label()));
        }
        SqlValues asked =
                statements.with(sql.append(" ORDER BY s.task_id LIMIT ?").toString());
        for (String value : values) {
            asked = asked.text(value);
        }
        return asked;
    }

    private static String paused(ScheduleFilter filter, List<String> values) {
        List<String> some = filter.selfPaused().stream()
                .limit(ScheduleFilter.MOST_SELF_PAUSED)
                .toList();
        values.addAll(some);
        return "(s.enabled = 0"
                + (some.isEmpty() ? "" : " OR s.task_id IN (?" + ", ?".repeat(some.size() - 1) + ")")
                + ")";
    }

    private static ScheduleEntry entry(SqlAnswer row) throws SQLException {
        String taskId = row.someText();
        long version = row.number();
        Instant written = Objects.requireNonNull(row.appended());
        Schedule schedule = schedule(row.bytes());
        Long taken = row.perhapsNumber();
        Long takenTime = row.perhapsNumber();
        String problem = row.text();
        Long problemTime = row.perhapsNumber();
        boolean mended = takenTime != null && problemTime != null && problemTime < takenTime;
        return new ScheduleEntry(taskId, schedule, version, written, taken, mended ? null : problem);
    }

    private static @Nullable Schedule schedule(byte @Nullable [] body) {
        try {
            return body == null ? null : Kind.SCHEDULE.decode(body);
        } catch (ContractException e) {
            // Safe: the entry says that its record can't be read.
            return null;
        }
    }

    @Override
    public Optional<ScheduleEntry> get(String taskId) {
        return database.read(statements -> {
            try (SqlAnswer row = statements.ask(
                    statements.with(SELECT + " WHERE s.task_id = ?").text(taskId))) {
                return row.next() ? Optional.of(entry(row)) : Optional.empty();
            }
        });
    }

    @Override
    public Map<String, List<RunMark>> lastRuns(Collection<String> taskIds, int each) {
        return database.read(statements -> {
            Map<String, List<RunMark>> found = new LinkedHashMap<>();
            for (String taskId : taskIds.stream().distinct().limit(MAX_LIMIT).toList()) {
                List<RunMark> marks =
                        marks(statements, taskId, 0, Long.MAX_VALUE, Math.max(1, Math.min(each, MOST_EACH)));
                if (!marks.isEmpty()) {
                    found.put(taskId, marks);
                }
            }
            return found;
        });
    }

    /** The newest of the task's runs between two numbers, the oldest first. */
    private static List<RunMark> marks(SqlStatements statements, String taskId, long from, long until, int most)
            throws SQLException {
        List<RunMark> marks = new ArrayList<>();
        try (SqlAnswer row = statements.ask(statements
                .with(SqlRunRows.SELECT_MARK + " WHERE task_id = ? AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?")
                .text(taskId)
                .number(from)
                .number(until)
                .number(most))) {
            while (row.next()) {
                marks.add(SqlRunRows.mark(row));
            }
        }
        Collections.reverse(marks);
        return marks;
    }

    @Override
    public DurationPercentiles durations(String taskId, Instant since, Instant until, int most) {
        long from = RowId.from(since);
        long end = RowId.from(until);
        return database.read(statements -> {
            List<RunMark> marks = marks(statements, taskId, from, end, Math.max(1, Math.min(most, MOST_MARKS)));
            List<Long> took = new ArrayList<>();
            try (SqlAnswer row = statements.ask(statements
                    .with("SELECT took FROM runs WHERE task_id = ? AND id >= ? AND id < ? AND took IS NOT NULL"
                            + " ORDER BY id DESC LIMIT ?")
                    .text(taskId)
                    .number(from)
                    .number(end)
                    .number(MOST_ENDED))) {
                while (row.next()) {
                    took.add(row.number());
                }
            }
            Collections.sort(took);
            return new DurationPercentiles(
                    marks,
                    took.size(),
                    percentile(took, 0.5),
                    percentile(took, 0.95),
                    percentile(took, 0.99),
                    percentile(took, 1));
        });
    }

    private static @Nullable Duration percentile(List<Long> sorted, double share) {
        if (sorted.isEmpty()) {
            return null;
        }
        int at = Math.max(0, (int) Math.ceil(sorted.size() * share) - 1);
        return Duration.ofNanos(sorted.get(at) * 1_000);
    }

    @Override
    public List<DayTally> days(String taskId, LocalDate from, LocalDate to, ZoneId zone) {
        return database.read(statements -> new SqlDays(statements, taskId, zone).between(from, to));
    }
}
