package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.fold.RowId;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlCursor;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.kit.time.Deadline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds a page of runs, the newest first, without reading all of them: it goes back in time through only those minutes
 * that have a run with the rarest of the wanted values. If this takes too long, it returns a short page with a cursor.
 */
final class SqlRunSearch {
    /** After this time a page is returned as it is. */
    private static final Duration LONGEST_SEARCH = Duration.ofMillis(150);
    /** Up to this many rows whose taskIds begin as wanted are sorted; if there are more, minutes are searched. */
    private static final int SORTED = 20_000;
    /** About how many rows the first query reads; each further query reads twice as many, up to a bound. */
    private static final long FIRST_STRIDE = 500;

    private static final long LONGEST_STRIDE = 20_000;
    private static final int IDS_AT_ONCE = 200;

    private final SqlStatements statements;
    private final SqlRunQuery query;
    private final RunFilter filter;
    private final int limit;
    private final List<SqlRunRows.Numbered> found = new ArrayList<>();

    SqlRunSearch(SqlStatements statements, RunFilter filter, int limit) {
        this.statements = statements;
        this.filter = filter;
        this.query = SqlRunQuery.of(filter);
        this.limit = limit;
    }

    ResultPage<Run> page(@Nullable Long before) throws SQLException {
        long until = Math.min(query.until(), before == null ? Long.MAX_VALUE : before);
        if (query.conditions().isEmpty()) {
            range(query.from(), until);
            return page();
        }
        List<Long> few = filter.search() == null || filter.search().isEmpty() ? null : rowsBeginning(until);
        if (few != null) {
            byNumbers(few);
            return page();
        }
        return walk(until);
    }

    /** One run more than wanted was looked for, to learn whether there is another page. */
    private ResultPage<Run> page() {
        boolean more = found.size() > limit;
        List<SqlRunRows.Numbered> shown = more ? found.subList(0, limit) : found;
        return new ResultPage<>(
                shown.stream().map(SqlRunRows.Numbered::run).toList(),
                more ? SqlCursor.of(shown.get(shown.size() - 1).id()) : null);
    }

    private void range(long from, long until) throws SQLException {
        SqlValues asked = query.set(statements
                .with(SqlRunRows.SELECT + " WHERE id >= ? AND id < ?" + query.conditions()
                        + " ORDER BY id DESC LIMIT ?")
                .number(from)
                .number(until));
        found.addAll(SqlRunRows.all(statements, asked.number(limit + 1 - found.size())));
    }

    /** The numbers of rows whose taskIds begin as wanted, the newest first; null if there are too many. */
    private @Nullable List<Long> rowsBeginning(long until) throws SQLException {
        String beginning = String.valueOf(filter.search());
        List<Long> ids = new ArrayList<>();
        int seen = 0;
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT id FROM runs WHERE task_id >= ? AND task_id < ? LIMIT ?")
                .text(beginning)
                .text(SqlRunQuery.behind(beginning))
                .number(SORTED + 1))) {
            while (row.next()) {
                long id = row.number();
                seen++;
                if (id >= query.from() && id < until) {
                    ids.add(id);
                }
            }
        }
        ids.sort(Collections.reverseOrder());
        return seen > SORTED ? null : ids;
    }

    private void byNumbers(List<Long> ids) throws SQLException {
        for (int at = 0; at < ids.size() && found.size() <= limit; at += IDS_AT_ONCE) {
            List<Long> some = ids.subList(at, Math.min(ids.size(), at + IDS_AT_ONCE));
            String marks = "?" + ", ?".repeat(IDS_AT_ONCE - 1);
            SqlValues asked = statements.with(SqlRunRows.SELECT + " WHERE id IN (" + marks + ")" + query.conditions()
                    + " ORDER BY id DESC LIMIT ?");
            for (int i = 0; i < IDS_AT_ONCE; i++) {
                asked = asked.number(i < some.size() ? some.get(i) : -1L);
            }
            found.addAll(SqlRunRows.all(statements, query.set(asked).number(limit + 1 - found.size())));
        }
    }

    private ResultPage<Run> walk(long until) throws SQLException {
        Deadline deadline = Deadline.in(LONGEST_SEARCH);
        SqlMinutes minutes = rarest(until);
        long stride = FIRST_STRIDE;
        long end = until;
        while (found.size() <= limit) {
            SqlMinutes.MinuteRange minutesToRead = minutes.next(stride);
            if (minutesToRead == null) {
                return page();
            }
            long from = Math.max(query.from(), RowId.ofMinute(minutesToRead.first()));
            range(from, Math.min(end, RowId.ofMinute(minutesToRead.last() + 1)));
            end = from;
            stride = Math.min(LONGEST_STRIDE, stride * 2);
            if (deadline.isOver() && found.size() <= limit) {
                return new ResultPage<>(
                        found.stream().map(SqlRunRows.Numbered::run).toList(), SqlCursor.of(end));
            }
        }
        return page();
    }

    /** The minutes of the value that occurs in the fewest runs. */
    private SqlMinutes rarest(long until) throws SQLException {
        long first = RowId.minute(query.from());
        long last = until == Long.MAX_VALUE ? Long.MAX_VALUE : RowId.minute(until);
        SqlMinutes rarest = SqlMinutes.of(statements, "", List.of(""), first, last);
        for (Map.Entry<String, List<String>> facet : query.facets().entrySet()) {
            SqlMinutes minutes = SqlMinutes.of(statements, facet.getKey(), facet.getValue(), first, last);
            rarest = minutes.runs() < rarest.runs() ? minutes : rarest;
        }
        return rarest;
    }

    static String listed(List<String> values) {
        return values.stream().map(value -> "?").collect(Collectors.joining(", "));
    }
}
