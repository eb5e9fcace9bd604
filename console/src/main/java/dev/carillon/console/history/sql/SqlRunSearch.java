package dev.carillon.console.history.sql;

import dev.carillon.console.history.Page;
import dev.carillon.console.history.Run;
import dev.carillon.console.history.RunFilter;
import dev.carillon.console.history.fold.RowId;
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
 * Finds a page of runs, the newest first, without looking at all of them: it goes back in time through those minutes only
 * that have a run with the rarest of the wanted values. What takes too long even so ends in a short page that says where
 * to go on.
 */
final class SqlRunSearch {
    /** A page that has to look at more than this allows is a short one. */
    private static final Duration PATIENCE = Duration.ofMillis(150);
    /** So many rows whose taskIds begin as wanted are sorted; of more, enough are met on the way. */
    private static final int SORTED = 20_000;
    /** One question looks at about so many rows at first, and at more and more. */
    private static final long FIRST_STRIDE = 500;

    private static final long LONGEST_STRIDE = 20_000;
    private static final int IDS_AT_ONCE = 200;

    private final SqlStatements statements;
    private final SqlRunWish wish;
    private final RunFilter filter;
    private final int limit;
    private final List<SqlRunRows.Numbered> found = new ArrayList<>();

    SqlRunSearch(SqlStatements statements, RunFilter filter, int limit) {
        this.statements = statements;
        this.filter = filter;
        this.wish = SqlRunWish.of(filter);
        this.limit = limit;
    }

    Page<Run> page(@Nullable Long before) throws SQLException {
        long until = Math.min(wish.until(), before == null ? Long.MAX_VALUE : before);
        if (wish.conditions().isEmpty()) {
            range(wish.from(), until);
            return page();
        }
        List<Long> few = filter.search() == null || filter.search().isEmpty() ? null : beginningSo(until);
        if (few != null) {
            byNumbers(few);
            return page();
        }
        return walk(until);
    }

    /** One more than wanted tells that there is another page. */
    private Page<Run> page() {
        boolean more = found.size() > limit;
        List<SqlRunRows.Numbered> shown = more ? found.subList(0, limit) : found;
        return new Page<>(
                shown.stream().map(SqlRunRows.Numbered::run).toList(),
                more ? SqlCursor.of(shown.get(shown.size() - 1).id()) : null);
    }

    private void range(long from, long until) throws SQLException {
        SqlValues asked = wish.set(statements
                .with(SqlRunRows.SELECT + " WHERE id >= ? AND id < ?" + wish.conditions() + " ORDER BY id DESC LIMIT ?")
                .number(from)
                .number(until));
        found.addAll(SqlRunRows.all(statements, asked.number(limit + 1 - found.size())));
    }

    /** The rows of all taskIds that begin as wanted, the newest first; null if they are too many. */
    private @Nullable List<Long> beginningSo(long until) throws SQLException {
        String beginning = String.valueOf(filter.search());
        List<Long> ids = new ArrayList<>();
        int seen = 0;
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT id FROM runs WHERE task_id >= ? AND task_id < ? LIMIT ?")
                .text(beginning)
                .text(SqlRunWish.behind(beginning))
                .number(SORTED + 1))) {
            while (row.next()) {
                long id = row.number();
                seen++;
                if (id >= wish.from() && id < until) {
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
            SqlValues asked = statements.with(SqlRunRows.SELECT + " WHERE id IN (" + marks + ")" + wish.conditions()
                    + " ORDER BY id DESC LIMIT ?");
            for (int i = 0; i < IDS_AT_ONCE; i++) {
                asked = asked.number(i < some.size() ? some.get(i) : -1L);
            }
            found.addAll(SqlRunRows.all(statements, wish.set(asked).number(limit + 1 - found.size())));
        }
    }

    private Page<Run> walk(long until) throws SQLException {
        Deadline deadline = Deadline.in(PATIENCE);
        SqlMinutes minutes = rarest(until);
        long stride = FIRST_STRIDE;
        long end = until;
        while (found.size() <= limit) {
            SqlMinutes.Stretch stretch = minutes.next(stride);
            if (stretch == null) {
                return page();
            }
            long from = Math.max(wish.from(), RowId.ofMinute(stretch.first()));
            range(from, Math.min(end, RowId.ofMinute(stretch.last() + 1)));
            end = from;
            stride = Math.min(LONGEST_STRIDE, stride * 2);
            if (deadline.isOver() && found.size() <= limit) {
                return new Page<>(found.stream().map(SqlRunRows.Numbered::run).toList(), SqlCursor.of(end));
            }
        }
        return page();
    }

    /** The minutes of the value that the fewest runs have. */
    private SqlMinutes rarest(long until) throws SQLException {
        long first = RowId.minute(wish.from());
        long last = until == Long.MAX_VALUE ? Long.MAX_VALUE : RowId.minute(until);
        SqlMinutes rarest = SqlMinutes.of(statements, "", List.of(""), first, last);
        for (Map.Entry<String, List<String>> facet : wish.facets().entrySet()) {
            SqlMinutes minutes = SqlMinutes.of(statements, facet.getKey(), facet.getValue(), first, last);
            rarest = minutes.runs() < rarest.runs() ? minutes : rarest;
        }
        return rarest;
    }

    static String listed(List<String> values) {
        return values.stream().map(value -> "?").collect(Collectors.joining(", "));
    }
}
