package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.fold.RowId;
import dev.carillon.console.history.run.ErrorGroup;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.kit.time.Deadline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts runs by the error of their last failed attempt. */
final class SqlErrorGroups {
    private static final Duration LONGEST_COUNT = Duration.ofMillis(250);
    /** Most groups to count row by row. */
    private static final int MOST_GROUPS = 500;
    /** Most rows to count of one group. */
    private static final int MOST_ROWS = 20_000;

    private final SqlStatements statements;
    private final SqlRunQuery query;

    SqlErrorGroups(SqlStatements statements, RunFilter filter) {
        this.statements = statements;
        this.query = SqlRunQuery.of(filter);
    }

    /** The id of a group, and how many runs it has. */
    private record Counted(long id, long runs) {}

    List<ErrorGroup> most(int limit) throws SQLException {
        List<Counted> groups = byMinutes(query.conditions().isEmpty() ? limit : MOST_GROUPS);
        if (!query.conditions().isEmpty()) {
            groups = byRows(groups);
        }
        List<ErrorGroup> found = new ArrayList<>();
        for (Counted group : groups.subList(0, Math.min(limit, groups.size()))) {
            ErrorGroup described = described(group);
            if (described != null) {
                found.add(described);
            }
        }
        return found;
    }

    private List<Counted> byMinutes(int limit) throws SQLException {
        List<Counted> groups = new ArrayList<>();
        // The run of that number does not match any more.
        long last = query.until() == Long.MAX_VALUE ? Long.MAX_VALUE : RowId.minute(query.until() - 1);
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT value, SUM(runs) FROM facets WHERE facet = 'error' AND minute >= ? AND minute <= ?"
                        + " GROUP BY value HAVING SUM(runs) > 0 ORDER BY 2 DESC LIMIT ?")
                .number(RowId.minute(query.from()))
                .number(last)
                .number(limit))) {
            while (row.next()) {
                groups.add(new Counted(Long.parseLong(row.someText()), row.number()));
            }
        }
        return groups;
    }

    private List<Counted> byRows(List<Counted> groups) throws SQLException {
        Deadline deadline = Deadline.in(LONGEST_COUNT);
        List<Counted> counted = new ArrayList<>();
        for (Counted group : groups) {
            if (deadline.isOver()) {
                break;
            }
            SqlValues asked = range(
                    "SELECT COUNT(*) FROM (SELECT id FROM runs WHERE error = ? AND id >= ? AND id < ?"
                            + query.conditions() + " ORDER BY id DESC LIMIT " + MOST_ROWS + ") AS some",
                    group.id());
            try (SqlAnswer row = statements.ask(asked)) {
                long runs = row.next() ? row.number() : 0;
                if (runs > 0) {
                    counted.add(new Counted(group.id(), runs));
                }
            }
        }
        counted.sort(Comparator.comparingLong(Counted::runs).reversed());
        return counted;
    }

    private SqlValues range(String sql, long group) throws SQLException {
        return query.set(statements.with(sql).number(group).number(query.from()).number(query.until()));
    }

    private @Nullable ErrorGroup described(Counted group) throws SQLException {
        Run first = edge(group.id(), "ASC");
        Run last = edge(group.id(), "DESC");
        if (first == null || last == null) {
            return null;
        }
        try (SqlAnswer row = statements.ask(
                statements.with("SELECT code, message FROM errors WHERE id = ?").number(group.id()))) {
            boolean known = row.next();
            return new ErrorGroup(
                    Long.toHexString(group.id()),
                    known ? row.text() : last.code(),
                    known ? row.text() : last.message(),
                    group.runs(),
                    first.firstHeard(),
                    last.firstHeard(),
                    last.key());
        }
    }

    private @Nullable Run edge(long group, String order) throws SQLException {
        List<SqlRunRows.Numbered> found = SqlRunRows.all(
                statements,
                range(
                        SqlRunRows.SELECT + " WHERE error = ? AND id >= ? AND id < ?" + query.conditions()
                                + " ORDER BY id " + order + " LIMIT 1",
                        group));
        return found.isEmpty() ? null : found.get(0).run();
    }
}
