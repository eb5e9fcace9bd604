package dev.carillon.console.history.sql;

import dev.carillon.console.history.fold.CountChanges;
import dev.carillon.console.history.fold.SizeClass;
import dev.carillon.console.history.sql.database.SqlAnswer;
import dev.carillon.console.history.sql.database.SqlStatements;
import dev.carillon.console.history.sql.database.SqlValues;
import dev.carillon.console.history.state.OutcomeCounts;
import dev.carillon.schemas.record.OutcomeStatus;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Sums up how executions ended between two instants. */
final class SqlTally {
    private static final int MOST_SLOTS = 1_000;
    /** Short slots are read up to this length of time; for longer ones there are too many. */
    private static final Duration LONGEST_IN_SHORT_SLOTS = Duration.ofHours(6);

    private static final Duration SHORT_SLOTS_KEPT = Duration.ofHours(23);

    private final SqlStatements statements;
    private final Instant since;
    private final Instant until;
    private final List<Map<String, Long>> slots = new ArrayList<>();
    private final NavigableMap<Integer, Long> took = new TreeMap<>();
    private final NavigableMap<Integer, Long> late = new TreeMap<>();
    private long attempts;

    SqlTally(SqlStatements statements, Instant since, Instant until, int slots) {
        this.statements = statements;
        this.since = since;
        this.until = until.isAfter(since) ? until : since.plusMillis(1);
        for (int i = 0; i < Math.max(1, Math.min(slots, MOST_SLOTS)); i++) {
            this.slots.add(new HashMap<>());
        }
    }

    OutcomeCounts of(Instant now) throws SQLException {
        boolean shortSlots = Duration.between(since, until).compareTo(LONGEST_IN_SHORT_SLOTS) <= 0
                && since.isAfter(now.minus(SHORT_SLOTS_KEPT));
        long grain = shortSlots ? CountChanges.SHORT_MS : CountChanges.LONG_MS;
        long first = Math.floorDiv(since.toEpochMilli(), grain) * grain;
        for (OutcomeStatus status : OutcomeStatus.values()) {
            addSlots(grain, first, status);
        }
        addClasses(grain, first, CountChanges.TOOK, took);
        addClasses(grain, first, CountChanges.LATE, late);
        NavigableMap<Integer, Long> sum = new TreeMap<>();
        addClasses(grain, first, CountChanges.ATTEMPTS, sum);
        attempts = sum.values().stream().mapToLong(Long::longValue).sum();
        return tally();
    }

    private void addSlots(long grain, long first, OutcomeStatus status) throws SQLException {
        try (SqlAnswer row = statements.ask(range(
                "SELECT start, SUM(runs) FROM ends WHERE grain = ? AND measure = ? AND start >= ? AND start < ?"
                        + " GROUP BY start",
                grain,
                first,
                status.name()))) {
            while (row.next()) {
                slots.get(slot(row.number())).merge(status.name(), row.number(), Long::sum);
            }
        }
    }

    /** Sums in SQL, because a week has a hundred thousand such rows. */
    private void addClasses(long grain, long first, String measure, NavigableMap<Integer, Long> counts)
            throws SQLException {
        try (SqlAnswer row = statements.ask(range(
                "SELECT class, SUM(runs) FROM ends WHERE grain = ? AND measure = ? AND start >= ? AND start < ?"
                        + " GROUP BY class HAVING SUM(runs) <> 0",
                grain,
                first,
                measure))) {
            while (row.next()) {
                counts.put((int) row.number(), row.number());
            }
        }
    }

    private SqlValues range(String sql, long grain, long first, String measure) throws SQLException {
        return statements.with(sql).number(grain).text(measure).number(first).number(until.toEpochMilli());
    }

    private int slot(long start) {
        long length = until.toEpochMilli() - since.toEpochMilli();
        long at = Math.max(0, start - since.toEpochMilli());
        return (int) Math.min(slots.size() - 1L, at * slots.size() / length);
    }

    private OutcomeCounts tally() {
        Map<String, Long> all = new HashMap<>();
        List<OutcomeCounts.Slot> shown = new ArrayList<>();
        Duration length = Duration.between(since, until).dividedBy(slots.size());
        for (int i = 0; i < slots.size(); i++) {
            shown.add(new OutcomeCounts.Slot(since.plus(length.multipliedBy(i)), counts(slots.get(i))));
            slots.get(i).forEach((status, runs) -> all.merge(status, runs, Long::sum));
        }
        return new OutcomeCounts(counts(all), attempts, spread(took), spread(late), shown);
    }

    private static OutcomeCounts.Counts counts(Map<String, Long> byStatus) {
        return new OutcomeCounts.Counts(
                count(byStatus, OutcomeStatus.SUCCEEDED),
                count(byStatus, OutcomeStatus.FAILED),
                count(byStatus, OutcomeStatus.CANCELLED),
                count(byStatus, OutcomeStatus.EXPIRED),
                count(byStatus, OutcomeStatus.SKIPPED));
    }

    private static long count(Map<String, Long> byStatus, OutcomeStatus status) {
        return byStatus.getOrDefault(status.name(), 0L);
    }

    private static OutcomeCounts.Spread spread(NavigableMap<Integer, Long> counts) {
        return new OutcomeCounts.Spread(
                counts.values().stream().mapToLong(Long::longValue).sum(),
                SizeClass.percentile(counts, 0.5),
                SizeClass.percentile(counts, 0.95),
                SizeClass.percentile(counts, 0.99));
    }
}
