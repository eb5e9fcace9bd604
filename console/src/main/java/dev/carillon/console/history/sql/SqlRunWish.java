package dev.carillon.console.history.sql;

import dev.carillon.console.history.RunFilter;
import dev.carillon.console.history.fold.RowId;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A filter as conditions on rows, and as the values that its rows have in common with others of their minute. */
final class SqlRunWish {
    private static final String NOT_A_NUMBER = "0";

    private final StringBuilder conditions = new StringBuilder();
    private final List<String> values = new ArrayList<>();
    private final Map<String, List<String>> facets = new LinkedHashMap<>();
    private final long from;
    private final long until;

    private SqlRunWish(RunFilter filter) {
        from = filter.since() == null ? 0 : RowId.from(filter.since());
        until = filter.until() == null ? Long.MAX_VALUE : RowId.from(filter.until());
    }

    static SqlRunWish of(RunFilter filter) {
        SqlRunWish wish = new SqlRunWish(filter);
        wish.when("task_id = ?", filter.taskId());
        if (filter.search() != null && !filter.search().isEmpty()) {
            // Put together so that no index on it is used: who has many rows wants them in the order of their numbers.
            wish.when("(task_id || '') >= ?", filter.search());
            wish.when("(task_id || '') < ?", behind(filter.search()));
        }
        wish.states(filter);
        wish.common("queue", filter.queue());
        wish.common("type", filter.type());
        wish.common("worker", filter.worker());
        wish.common("origin", filter.origin() == null ? null : filter.origin().name());
        wish.common("code", filter.code());
        if (filter.error() != null) {
            String id = errorId(filter.error());
            wish.when("error = CAST(? AS BIGINT)", id);
            wish.facets.put("error", List.of(id));
        }
        if (filter.label() != null) {
            wish.when("labels LIKE ? ESCAPE '!'", labelPattern(filter.label()));
        }
        return wish;
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

    /** Groups are named by a number in hexadecimal; what is none names no group. */
    static String errorId(String named) {
        try {
            return Long.toString(Long.parseUnsignedLong(named, 16));
        } catch (NumberFormatException e) {
            // Safe: no group has this number, so nothing is found.
            return NOT_A_NUMBER;
        }
    }

    /** The first text behind all that begin so: taskIds have no character beyond this one. */
    static String behind(String beginning) {
        return beginning + "\u007f";
    }

    /** As the label stands in a JSON object of labels. */
    static String labelPattern(String label) {
        int equals = label.indexOf('=');
        String name = equals < 0 ? label : label.substring(0, equals);
        String value = equals < 0 ? "" : label.substring(equals + 1);
        String json = String.valueOf(SqlLabels.written(Map.of(name, value)));
        String part = json.substring(1, json.length() - 1);
        return "%" + part.replaceAll("([!%_])", "!$1") + "%";
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

    /** By each of these a row may be found, through the minutes that have any. */
    Map<String, List<String>> facets() {
        return facets;
    }

    /** Only rows with this number or a greater one. */
    long from() {
        return from;
    }

    /** Only rows with a smaller number than this. */
    long until() {
        return until;
    }
}
