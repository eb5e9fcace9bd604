package dev.carillon.system.checker.read;

import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.system.checker.plan.PlannedInstants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Consecutive versions of one schedule with the same timing. A tick that one of them puts off is decided under the
 * next, so their ticks are computed together.
 *
 * <p>Only a tick's task shows by how much it is put off; the bound is the longest jitter that was in force. So near
 * both ends of the line some ticks may be decided or not, and neither is a violation.
 */
public final class VersionLine {
    private final String taskId;
    private final List<DefinitionInForce> versions = new ArrayList<>();

    VersionLine(DefinitionInForce first) {
        this.taskId = first.schedule().taskId();
        versions.add(first);
    }

    /** Adds the next version if it follows at once and has the same timing; returns whether it did. */
    boolean continuesWith(DefinitionInForce next) {
        DefinitionInForce last = versions.get(versions.size() - 1);
        boolean follows = last.end().equals(next.floor())
                && sameTiming(last.schedule().when(), next.schedule().when());
        return follows && versions.add(next);
    }

    private static boolean sameTiming(FiringRule a, FiringRule b) {
        return Objects.equals(a.cron(), b.cron())
                && Objects.equals(a.zone(), b.zone())
                && a.gap() == b.gap()
                && a.fold() == b.fold()
                && Objects.equals(a.every(), b.every())
                && Objects.equals(a.at(), b.at())
                && Objects.equals(a.from(), b.from())
                && Objects.equals(a.until(), b.until());
    }

    DecidedUpTo floor() {
        return versions.get(0).floor();
    }

    DecidedUpTo end() {
        return versions.get(versions.size() - 1).end();
    }

    /** By how much a tick may be put off at most. */
    public Duration widest() {
        return versions.stream()
                .map(version -> version.schedule().when().jitter())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** Whether some version has a jitter. */
    public boolean isJittered() {
        return !widest().isZero();
    }

    /** Whether an input that was applied at the watermark concerns this line. */
    public boolean covers(DecidedUpTo watermark) {
        return watermark.compareTo(floor()) >= 0 && watermark.compareTo(end()) < 0;
    }

    /** All instants that may be ticks of the line, or empty if they can't be computed. */
    Optional<SortedSet<Instant>> planned() {
        FiringRule when = versions.get(0).schedule().when();
        Instant from = when.at() != null && when.at().isBefore(floor().due())
                ? when.at()
                : floor().due().minus(widest());
        return PlannedInstants.of(when, from, end().due());
    }

    /** Whether the instant must be decided, even if it was put off by the longest jitter. */
    boolean certainlyExpects(Instant instant) {
        boolean begun = isAtInstant(instant) || dueIn(instant, floor()) > 0;
        return begun && dueIn(instant.plus(widest()), end()) <= 0;
    }

    /** Whether the instant may be decided if it was put off to a time between earliest and latest. */
    public boolean mayExpect(Instant instant, Instant earliest, Instant latest) {
        return (isAtInstant(instant) || dueIn(latest, floor()) > 0) && dueIn(earliest, end()) <= 0;
    }

    /** Whether it is the instant of an at schedule, which is due even if it is in the past. */
    private boolean isAtInstant(Instant instant) {
        return instant.equals(versions.get(0).schedule().when().at());
    }

    private int dueIn(Instant due, DecidedUpTo decided) {
        return new DecidedUpTo(due, taskId).compareTo(decided);
    }

    /** The version in force when the instant came. */
    public DefinitionInForce versionAt(Instant instant) {
        DefinitionInForce found = versions.get(0);
        for (DefinitionInForce version : versions) {
            found = dueIn(instant, version.floor()) > 0 ? version : found;
        }
        return found;
    }
}
