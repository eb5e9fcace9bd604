package dev.carillon.console.history.sql;

import dev.carillon.console.history.Tally;
import dev.carillon.console.history.fold.SizeClass;
import dev.carillon.console.history.fold.Tallies;
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

/** Adds up how executions ended in some time. */
final class SqlTally {
    private static final int MOST_SLOTS = 1_000;
    /** In short parts as long as these are kept and are not too many. */
    private static final Duration IN_SHORT_PARTS = Duration.ofHours(6);

    private static final Duration SHORT_PARTS_KEPT = Duration.ofHours(23);

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

    Tally of(Instant now) throws SQLException {
        boolean shortParts = Duration.between(since, until).compareTo(IN_SHORT_PARTS) <= 0
                && since.isAfter(now.minus(SHORT_PARTS_KEPT));
        long grain = shortParts ? Tallies.SHORT_MS : Tallies.LONG_MS;
        try (SqlAnswer row = statements.ask(statements
                .with("SELECT start, measure, class, runs FROM ends WHERE grain = ? AND start >= ? AND start < ?")
                .number(grain)
                .number(Math.floorDiv(since.toEpochMilli(), grain) * grain)
                .number(until.toEpochMilli()))) {
            while (row.next()) {
                add(row.number(), row.someText(), (int) row.number(), row.number());
            }
        }
        return tally();
    }

    private void add(long start, String measure, int number, long runs) {
        switch (measure) {
            case Tallies.ATTEMPTS -> attempts += runs;
            case Tallies.TOOK -> took.merge(number, runs, Long::sum);
            case Tallies.LATE -> late.merge(number, runs, Long::sum);
            default -> slots.get(slot(start)).merge(measure, runs, Long::sum);
        }
    }

    private int slot(long start) {
        long length = until.toEpochMilli() - since.toEpochMilli();
        long at = Math.max(0, start - since.toEpochMilli());
        return (int) Math.min(slots.size() - 1L, at * slots.size() / length);
    }

    private Tally tally() {
        Map<String, Long> all = new HashMap<>();
        List<Tally.Slot> shown = new ArrayList<>();
        Duration length = Duration.between(since, until).dividedBy(slots.size());
        for (int i = 0; i < slots.size(); i++) {
            shown.add(new Tally.Slot(since.plus(length.multipliedBy(i)), counts(slots.get(i))));
            slots.get(i).forEach((status, runs) -> all.merge(status, runs, Long::sum));
        }
        return new Tally(counts(all), attempts, spread(took), spread(late), shown);
    }

    private static Tally.Counts counts(Map<String, Long> byStatus) {
        return new Tally.Counts(
                count(byStatus, OutcomeStatus.SUCCEEDED),
                count(byStatus, OutcomeStatus.FAILED),
                count(byStatus, OutcomeStatus.CANCELLED),
                count(byStatus, OutcomeStatus.EXPIRED),
                count(byStatus, OutcomeStatus.SKIPPED));
    }

    private static long count(Map<String, Long> byStatus, OutcomeStatus status) {
        return byStatus.getOrDefault(status.name(), 0L);
    }

    private static Tally.Spread spread(NavigableMap<Integer, Long> counts) {
        return new Tally.Spread(
                counts.values().stream().mapToLong(Long::longValue).sum(),
                SizeClass.percentile(counts, 0.5),
                SizeClass.percentile(counts, 0.95),
                SizeClass.percentile(counts, 0.99));
    }
}
