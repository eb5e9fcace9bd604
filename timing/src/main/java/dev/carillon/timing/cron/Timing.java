package dev.carillon.timing.cron;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The planned instants of a schedule: a function of its definition alone. Two schedules with equal timings fire
 * together, so they can share one.
 */
public final class Timing {
    /** The last instant that a definition may name: later ones are typing errors, and too late for other programs. */
    public static final Instant LAST = Instant.parse("2099-12-31T23:59:59Z");

    private final Object rule;
    private final Ticks ticks;
    private final @Nullable ZonedTicks zoned;
    private final @Nullable Instant from;
    private final @Nullable Instant until;
    /** Computed once: a rule has many parts, and schedules are looked up by it. */
    private final int hash;

    /** The instants of a rule, in order. */
    @FunctionalInterface
    interface Ticks {
        Optional<Instant> next(Instant after);

        /** How many lie after an instant and up to another that is later. */
        default long count(Instant after, Instant upTo) {
            long count = 0;
            for (Optional<Instant> tick = next(after);
                    tick.isPresent() && !tick.get().isAfter(upTo);
                    tick = next(tick.get())) {
                count++;
            }
            return count;
        }
    }

    private record OnEvents(@Nullable Duration afterEnd, List<String> dependsOn) {}

    private record CronRule(Object meaning, ZoneId zone, Object gap, Object fold) {}

    Timing(Object rule, Ticks ticks, FiringRule when) {
        this.rule = rule;
        this.ticks = ticks;
        this.zoned = ticks instanceof ZonedTicks inZone ? inZone : null;
        this.from = when.from();
        this.until = when.until();
        this.hash = Objects.hash(rule, from, until);
    }

    /** The timing of a schedule; throws for a bad expression or zone, and for one that never fires. */
    public static Timing of(Schedule schedule) {
        FiringRule when = schedule.when();
        notBeyondLast("at", when.at());
        notBeyondLast("from", when.from());
        notBeyondLast("until", when.until());
        Timing timing = ofKind(schedule.taskId(), when);
        if (!timing.isUnforeseeable()
                && timing.next(Instant.EPOCH.minusSeconds(1)).isEmpty()) {
            throw new ContractException(
                    ErrorCode.NEVER_FIRES,
                    when.cron() != null ? "cron" : when.at() != null ? "at" : "every",
                    "plans no instant from " + Objects.requireNonNullElse(when.from(), Instant.EPOCH) + " until "
                            + Objects.requireNonNullElse(when.until(), LAST),
                    when.from() == null && when.until() == null
                            ? "change the time"
                            : "widen from and until, or change the time");
        }
        return timing;
    }

    private static void notBeyondLast(String field, @Nullable Instant instant) {
        if (instant != null && instant.isAfter(LAST)) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    field,
                    instant + " lies beyond the year 2099, the last one is " + LAST,
                    field.equals("until") ? "leave until out if there is no end" : "write an earlier year");
        }
    }

    private static Timing ofKind(String taskId, FiringRule when) {
        String cron = when.cron();
        Duration every = when.every();
        Instant at = when.at();
        if (cron != null) {
            CronExpression expression = CronExpression.parse(cron, taskId);
            ZoneId zone = zone(when.zone());
            ZonedTicks zoned = expression.in(zone, when.gap(), when.fold());
            return new Timing(new CronRule(expression.meaning(), zone, when.gap(), when.fold()), zoned, when);
        }
        if (every != null) {
            return new Timing(every, new FixedRate(anchor(when.from()), every.toSeconds()), when);
        }
        if (at != null) {
            return new Timing(at, after -> at.isAfter(after) ? Optional.of(at) : Optional.empty(), when);
        }
        return new Timing(new OnEvents(when.afterEnd(), when.dependsOn()), after -> Optional.empty(), when);
    }

    /**
     * The cron expression of a definition with this timing, without parsing it again; null if it has none.
     *
     * @param when of that definition: expressions that are spelled differently and mean the same share a timing
     */
    public @Nullable CronExpression expression(FiringRule when) {
        return when.cron() == null || zoned == null ? null : CronExpression.known(when.cron(), zoned.local());
    }

    /** One instant, without a period around it. */
    public static Timing once(Instant instant) {
        return new Timing(
                instant,
                after -> instant.isAfter(after) ? Optional.of(instant) : Optional.empty(),
                FiringRule.at(instant));
    }

    /** Whether its instants follow from other executions and not from the clock: then it plans none. */
    public boolean isUnforeseeable() {
        return rule instanceof OnEvents;
    }

    /** Whether a clock change may skip a local time of it without a tick instead. */
    public boolean mayLose() {
        return zoned != null && zoned.mayLose();
    }

    /** The next clock change that skips a local time of it without a tick instead; null if there is none. */
    public @Nullable Instant nextLoss(Instant after) {
        Instant start = from != null && from.isAfter(after) ? from : after;
        Instant loss = zoned == null ? null : zoned.nextLoss(start);
        return loss == null || (until != null && loss.isAfter(until)) ? null : loss;
    }

    /** The first local time that this clock change skips. */
    public @Nullable LocalDateTime lostAt(Instant loss) {
        return zoned == null ? null : zoned.lostAt(loss);
    }

    /** Whether it plans this instant. */
    public boolean plans(Instant instant) {
        return next(instant.minusNanos(1)).filter(instant::equals).isPresent();
    }

    /** The zone of an expression; UTC when it names none. */
    public static ZoneId zone(@Nullable String name) {
        if (name == null) {
            return ZoneOffset.UTC;
        }
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw new ContractException(
                    ErrorCode.BAD_ZONE,
                    "zone",
                    ContractException.shown(name) + " is no time zone known here",
                    "write a name like Europe/Berlin or an offset like +02:00");
        }
    }

    /** What intervals are counted from: the first whole second of the period or, without one, the epoch. */
    private static long anchor(@Nullable Instant from) {
        return from == null ? 0 : from.getEpochSecond() + (from.getNano() > 0 ? 1 : 0);
    }

    /** The first planned instant after the given one, never before {@code from} nor after {@code until}. */
    public Optional<Instant> next(Instant after) {
        Optional<Instant> found = ticks.next(notBeforeFrom(after));
        return until == null ? found : found.filter(instant -> !instant.isAfter(until));
    }

    /** How many instants it plans after one and up to another, computed without visiting each. */
    public long count(Instant after, Instant upTo) {
        Instant start = notBeforeFrom(after);
        Instant end = until != null && until.isBefore(upTo) ? until : upTo;
        return start.isBefore(end) ? ticks.count(start, end) : 0;
    }

    /** The n-th instant that it plans after one, found by bisection; it must plan at least n up to the other. */
    public Instant nth(long n, Instant after, Instant upTo) {
        Instant low = after;
        Instant high = upTo;
        long wanted = n;
        Duration between = Duration.between(low, high);
        // Planned instants lie at least a second apart.
        while (between.compareTo(Duration.ofSeconds(1)) > 0) {
            Instant middle = low.plus(between.dividedBy(2));
            long before = count(low, middle);
            if (before < wanted) {
                low = middle;
                wanted -= before;
            } else {
                high = middle;
            }
            between = Duration.between(low, high);
        }
        return next(low).orElseThrow();
    }

    private Instant notBeforeFrom(Instant after) {
        return from != null && justBefore(from).isAfter(after) ? justBefore(from) : after;
    }

    /** How many instants it plans from one on and before another; counts to one more than the given number at most. */
    public long planned(Instant from, Instant before, long most) {
        long count = 0;
        for (Optional<Instant> tick = next(from.minusNanos(1));
                tick.isPresent() && tick.get().isBefore(before) && count <= most;
                tick = next(tick.get())) {
            count++;
        }
        return count;
    }

    /** The last second before an instant, so that a tick on it counts. */
    private static Instant justBefore(Instant from) {
        return from.getNano() > 0 ? from : from.minusSeconds(1);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Timing timing
                        && hash == timing.hash
                        && rule.equals(timing.rule)
                        && Objects.equals(from, timing.from)
                        && Objects.equals(until, timing.until));
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
