package dev.carillon.timing.cron;

import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Maps local date-times to the instants of a zone by the rule that the package describes. */
final class ZonedTicks implements Timing.Ticks {
    /** Enough for decades: an expression that fires on leap days rarely loses a time. */
    private static final int CHANGES_LOOKED_AT = 60;

    private final LocalTicks local;
    private final ZoneRules rules;
    private final Gap gap;
    private final Fold fold;

    ZonedTicks(LocalTicks local, ZoneId zone, Gap gap, Fold fold) {
        this.local = local;
        this.rules = zone.getRules();
        this.gap = gap;
        this.fold = fold;
    }

    LocalTicks local() {
        return local;
    }

    @Override
    public Optional<Instant> next(Instant after) {
        if (rules.isFixedOffset()) {
            return Optional.ofNullable(nextWithin(after));
        }
        if (local.elapsed()) {
            return Optional.ofNullable(nextElapsed(after));
        }
        return switch (fold) {
            case FIRST -> Optional.ofNullable(nextFixed(after, true));
            case LAST -> Optional.ofNullable(nextFixed(after, false));
            case BOTH -> earlier(nextFixed(after, true), nextFixed(after, false));
        };
    }

    /** The offset is constant from one clock change to the next, so local times can be counted there. */
    @Override
    public long count(Instant after, Instant upTo) {
        Instant from = after.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        Instant end = upTo.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        ZoneOffsetTransition last = rules.previousTransition(from.plusSeconds(1));
        long count = 0;
        while (from.isBefore(end)) {
            ZoneOffsetTransition next = rules.nextTransition(from);
            Instant to = next != null && next.getInstant().isBefore(end) ? next.getInstant() : end;
            count += local.elapsed() ? countLocal(from, to) : countFixed(from, to, last, next);
            last = next;
            from = to;
        }
        return count;
    }

    /** For hours and minutes that are named, from an instant on and before another, between the given changes. */
    private long countFixed(
            Instant from, Instant to, @Nullable ZoneOffsetTransition last, @Nullable ZoneOffsetTransition next) {
        Instant start = from;
        Instant end = to;
        long standIns = 0;
        if (last != null && last.isOverlap() && fold == Fold.FIRST) {
            Instant repeated = last.getInstant().minus(last.getDuration());
            start = from.isBefore(repeated) ? repeated : from;
        } else if (last != null && last.getInstant().equals(from) && gap == Gap.RUN_AFTER && lostIn(last) != null) {
            // One tick stands for all skipped times, and for one that is named for this very instant.
            standIns = 1;
            start = from.plusSeconds(1);
        }
        if (next != null && next.isOverlap() && fold == Fold.LAST) {
            Instant toBeRepeated = next.getInstant().plus(next.getDuration());
            end = toBeRepeated.isBefore(to) ? toBeRepeated : to;
        }
        return standIns + countLocal(start, end);
    }

    private long countLocal(Instant from, Instant to) {
        if (!from.isBefore(to)) {
            return 0;
        }
        ZoneOffset offset = rules.getOffset(from);
        return local.count(LocalDateTime.ofInstant(from, offset), LocalDateTime.ofInstant(to, offset));
    }

    /** Whether a clock change may skip a local time without a tick instead. */
    boolean mayLose() {
        return gap == Gap.SKIP && !rules.isFixedOffset() && !local.elapsed();
    }

    /** The next clock change that skips a local time without a tick instead; null if none is near. */
    @Nullable
    Instant nextLoss(Instant after) {
        if (!mayLose()) {
            return null;
        }
        ZoneOffsetTransition change = rules.nextTransition(after);
        for (int looked = 0; looked < CHANGES_LOOKED_AT && change != null; looked++) {
            if (lostIn(change) != null) {
                return change.getInstant();
            }
            change = rules.nextTransition(change.getInstant());
        }
        return null;
    }

    /** The first local time that the clock change at an instant skips. */
    @Nullable
    LocalDateTime lostAt(Instant instant) {
        ZoneOffsetTransition change = rules.nextTransition(instant.minusNanos(1));
        return change == null || !change.getInstant().equals(instant) ? null : lostIn(change);
    }

    private @Nullable LocalDateTime lostIn(ZoneOffsetTransition change) {
        LocalDateTime found =
                change.isGap() ? local.next(change.getDateTimeBefore().minusSeconds(1)) : null;
        return found != null && found.isBefore(change.getDateTimeAfter()) ? found : null;
    }

    private @Nullable Instant nextWithin(Instant after) {
        ZoneOffset offset = rules.getOffset(after);
        LocalDateTime found = local.next(LocalDateTime.ofInstant(after, offset));
        return found == null ? null : found.toInstant(offset);
    }

    /** The first later instant at which the wall clock matches; between two clock changes the offset is constant. */
    private @Nullable Instant nextElapsed(Instant after) {
        Instant from = after;
        LocalDateTime localFrom = LocalDateTime.ofInstant(after, rules.getOffset(after));
        LocalDateTime end = localFrom.plusYears(LocalTicks.HORIZON_YEARS);
        while (localFrom.isBefore(end)) {
            ZoneOffsetTransition change = rules.nextTransition(from);
            LocalDateTime found = local.next(localFrom);
            Instant instant = found == null ? null : found.toInstant(rules.getOffset(from));
            if (instant != null && (change == null || instant.isBefore(change.getInstant()))) {
                return instant;
            }
            if (change == null) {
                return null;
            }
            from = change.getInstant();
            localFrom = change.getDateTimeAfter().minusSeconds(1);
        }
        return null;
    }

    /** For hours and minutes that are named; with one choice in a fold the mapping keeps the order of local times. */
    private @Nullable Instant nextFixed(Instant after, boolean firstOfFold) {
        LocalDateTime cursor = LocalDateTime.ofInstant(after, rules.getOffset(after));
        LocalDateTime end = cursor.plusYears(LocalTicks.HORIZON_YEARS);
        ZoneOffsetTransition around = rules.getTransition(cursor);
        if (around != null && around.isOverlap() && !firstOfFold && after.isBefore(around.getInstant())) {
            // The whole repeated hour still lies ahead, also the part whose first passing is over.
            cursor = around.getDateTimeAfter().minusSeconds(1);
        }
        LocalDateTime found = local.next(cursor);
        while (found != null && found.isBefore(end)) {
            ZoneOffsetTransition change = rules.getTransition(found);
            Instant instant = instantOf(found, change, firstOfFold);
            if (instant != null && instant.isAfter(after)) {
                return instant;
            }
            found = local.next(change == null ? found : lastOf(change));
        }
        return null;
    }

    /** The last local time that a change skips or repeats. */
    private static LocalDateTime lastOf(ZoneOffsetTransition change) {
        LocalDateTime later = change.isGap() ? change.getDateTimeAfter() : change.getDateTimeBefore();
        return later.minusSeconds(1);
    }

    private @Nullable Instant instantOf(
            LocalDateTime found, @Nullable ZoneOffsetTransition change, boolean firstOfFold) {
        if (change == null) {
            return found.toInstant(rules.getOffset(found));
        }
        if (change.isGap()) {
            return gap == Gap.SKIP ? null : change.getInstant();
        }
        return found.toInstant(firstOfFold ? change.getOffsetBefore() : change.getOffsetAfter());
    }

    private static Optional<Instant> earlier(@Nullable Instant a, @Nullable Instant b) {
        if (a == null || b == null) {
            return Optional.ofNullable(a == null ? b : a);
        }
        return Optional.of(a.isBefore(b) ? a : b);
    }
}
