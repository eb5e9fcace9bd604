package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.fold.RowId;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.sql.database.SqlValues;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Translates a filter into SQL conditions, and into facet values by which minutes without matches are skipped. */
public final class SqlRunQuery {
    private static final String NOT_A_NUMBER = "0";

    private final StringBuilder conditions = new StringBuilder();
    private final List<String> values = new ArrayList<>();
    private final Map<String, List<String>> facets = new LinkedHashMap<>();
    private final long from;
    private final long until;

    private SqlRunQuery(RunFilter filter) {
        from = filter.since() == null ? 0 : RowId.from(filter.since());
        until = filter.until() == null ? Long.MAX_VALUE : RowId.from(filter.until());
    }

    static SqlRunQuery of(RunFilter filter) {
        SqlRunQuery query = new SqlRunQuery(filter);
        query.when("task_id = ?", filter.taskId());
        if (filter.search() != null && !filter.search().isEmpty()) {
            // The concatenation keeps SQLite from using the index on task_id: the rows are read in order of their ids.
            query.when("(task_id || '') >= ?", filter.search());
            query.when("(task_id || '') < ?", behind(filter.search()));
        }
        query.states(filter);
        query.common("queue", filter.queue());
        query.common("type", filter.type());
        query.common("worker", filter.worker());
        query.common("origin", filter.origin() == null ? null : filter.origin().name());
        query.common("code", filter.code());
        if (filter.error() != null) {
            String id = errorId(filter.error());
            query.when("error = CAST(? AS BIGINT)", id);
            query.facets.put("error", List.of(id));
        }
        if (filter.label() != null) {
            query.when("INSTR(labels, ?) > 0", labelPart(filter.label()));
        }
        return query;
    }

    private void states(RunFilter filter) {
        if (!filter.states().isEmpty()) {
            List<String> names =
                    filter.states().stream().map(Enum::name).sorted().toList();
            conditions
                    .append(" AND state IN ('")
                    .append(String.join("', '", names))
                    .append("')");
            facets.put("state", names);
        }
    }

    private void common(String column, @Nullable String value) {
        if (value != null) {
            when(column + " = ?", value);
            facets.put(column, List.of(value));
        }
    }

    private void when(String condition, @Nullable String value) {
        if (value != null) {
            conditions.append(" AND ").append(condition);
            values.add(value);
        }
    }

    /** The id of a group that is named in hexadecimal; a text that is no such number names no group. */
    static String errorId(String named) {
        try {
            return Long.toString(Long.parseUnsignedLong(named, 16));
        } catch (NumberFormatException e) {
            // Safe: no group has this number, so nothing is found.
            return NOT_A_NUMBER;
        }
    }

    /** The first text after all texts with this beginning: taskIds have no character beyond this one. */
    static String behind(String beginning) {
        return beginning + "\u007f";
    }

    /** How the label is written in a JSON object of labels; quotes in other texts have backslashes there. */
    public static String labelPart(String label) {
        int equals = label.indexOf('=');
        String name = equals < 0 ? label : label.substring(0, equals);
        String value = equals < 0 ? "" : label.substring(equals + 1);
        String json = String.valueOf(SqlLabels.written(Map.of(name, value)));
        return json.substring(1, json.length() - 1);
    }

    /** The conditions, each with " AND " in front; their values follow with {@link #set}. */
    String conditions() {
        return conditions.toString();
    }

    SqlValues set(SqlValues statement) throws SQLException {
        for (String value : values) {
            var unused = statement.text(value);
        }
        return statement;
    }

    /** The values that matching rows have, by facet; any one of them can be used to find the minutes to read. */
    Map<String, List<String>> facets() {
        return facets;
    }

    /** The smallest row number that matches. */
    long from() {
        return from;
    }

    /** The row number after the greatest that matches. */
    long until() {
        return until;
    }
}
