package dev.carillon.console.history.sql.run;

import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlValues;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The minutes that have runs with a given value, by their first records, the latest minute first. */
final class SqlMinutes {
    private final List<long[]> minutes;
    private final long runs;
    private int at;

    private SqlMinutes(List<long[]> minutes, long runs) {
        this.minutes = minutes;
        this.runs = runs;
    }

    /** A range of minutes, both included. */
    record MinuteRange(long first, long last) {}

    static SqlMinutes of(SqlStatements statements, String facet, List<String> values, long first, long last)
            throws SQLException {
        SqlValues asked = statements
                .with("SELECT minute, SUM(runs) FROM facets WHERE facet = ? AND value IN ("
                        + SqlRunSearch.listed(values) + ") AND minute >= ? AND minute <= ?"
                        + " GROUP BY minute ORDER BY minute DESC")
                .text(facet);
        for (String value : values) {
            asked = asked.text(value);
        }
        List<long[]> minutes = new ArrayList<>();
        long runs = 0;
        try (SqlAnswer row = statements.ask(asked.number(first).number(last))) {
            while (row.next()) {
                long minute = row.number();
                long count = row.number();
                if (count > 0) {
                    minutes.add(new long[] {minute, count});
                    runs += count;
                }
            }
        }
        return new SqlMinutes(minutes, runs);
    }

    /** How many runs have the value. */
    long runs() {
        return runs;
    }

    /** The next range back in time that has about the wanted number of runs; null if none is left. */
    @Nullable
    MinuteRange next(long wanted) {
        if (at >= minutes.size()) {
            return null;
        }
        long last = minutes.get(at)[0];
        long first = last;
        long sum = 0;
        while (at < minutes.size() && sum < wanted && isNear(minutes.get(at)[0], first)) {
            first = minutes.get(at)[0];
            sum += minutes.get(at)[1];
            at++;
        }
        return new MinuteRange(first, last);
    }

    /** A gap ends the range, so that minutes without such runs are not read. */
    private static boolean isNear(long minute, long before) {
        return before - minute <= 2;
    }
}
