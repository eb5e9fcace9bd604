package dev.carillon.system.checker.plan;

import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Computes the instants that a definition plans by testing every second. */
public final class PlannedInstants {
    /** Runs last minutes; a longer span is a mistake in the run, and would take too long to compute. */
    private static final Duration LONGEST_SPAN = Duration.ofDays(40);

    private PlannedInstants() {}

    /** All planned instants in {@code [from, to]}, or empty if this class can't compute the definition. */
    public static Optional<SortedSet<Instant>> of(FiringRule when, Instant from, Instant to) {
        if (when.at() != null) {
            SortedSet<Instant> one = new TreeSet<>();
            if (!when.at().isBefore(from) && !when.at().isAfter(to) && inside(when, when.at())) {
                one.add(when.at());
            }
            return Optional.of(one);
        }
        return rule(when).map(rule -> matching(rule.and(second -> inside(when, second)), from, to));
    }

    private static SortedSet<Instant> matching(Predicate<Instant> rule, Instant from, Instant to) {
        if (Duration.between(from, to).compareTo(LONGEST_SPAN) > 0) {
            throw new IllegalArgumentException("the run spans from " + from + " to " + to + ", over " + LONGEST_SPAN);
        }
        SortedSet<Instant> found = new TreeSet<>();
        Instant start = from.truncatedTo(ChronoUnit.SECONDS);
        Instant first = start.isBefore(from) ? start.plusSeconds(1) : start;
        for (Instant second = first; !second.isAfter(to); second = second.plusSeconds(1)) {
            if (rule.test(second)) {
                found.add(second);
            }
        }
        return found;
    }

    private static Optional<Predicate<Instant>> rule(FiringRule when) {
        Duration every = when.every();
        if (every != null) {
            long anchor = anchor(when.from());
            return Optional.of(second -> Math.floorMod(second.getEpochSecond() - anchor, every.toSeconds()) == 0);
        }
        if (when.cron() == null) {
            return Optional.empty();
        }
        String zone = when.zone() == null ? "UTC" : when.zone();
        try {
            boolean both = when.fold() == Fold.BOTH;
            return BruteForceCron.of(when.cron(), ZoneId.of(zone))
                    .map(cron -> second -> cron.fires(
                            second,
                            when.gap() == Gap.RUN_AFTER,
                            both || when.fold() == Fold.FIRST,
                            both || when.fold() == Fold.LAST));
        } catch (DateTimeException e) {
            return Optional.empty(); // An unknown zone: the trigger parks the schedule.
        }
    }

    /** A fixed rate counts from {@code from}, or from the epoch. */
    private static long anchor(@Nullable Instant from) {
        return from == null ? 0 : from.getEpochSecond() + (from.getNano() > 0 ? 1 : 0);
    }

    private static boolean inside(FiringRule when, Instant instant) {
        return (when.from() == null || !instant.isBefore(when.from()))
                && (when.until() == null || !instant.isAfter(when.until()));
    }
}
