package dev.carillon.system.checker;

import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;

/**
 * Versions of one schedule that follow each other under one timing. What one of them has put off is still owed under the
 * next, so their ticks are reckoned together.
 *
 * <p>By how much a tick is put off only its task says; here it is known that this is no more than the longest jitter that
 * was in force. So of some ticks beside the ends it can't be told whether they are owed, unless they are there.
 */
final class Line {
    private final String taskId;
    private final List<Version> versions = new ArrayList<>();

    Line(Version first) {
        this.taskId = first.schedule().taskId();
        versions.add(first);
    }

    /** Takes the next version if it goes on under the same timing. */
    boolean goesOnWith(Version next) {
        Version last = versions.get(versions.size() - 1);
        boolean follows = last.end().equals(next.floor())
                && sameTiming(last.schedule().when(), next.schedule().when());
        return follows && versions.add(next);
    }

    private static boolean sameTiming(When a, When b) {
        return Objects.equals(a.cron(), b.cron())
                && Objects.equals(a.zone(), b.zone())
                && a.gap() == b.gap()
                && a.fold() == b.fold()
                && Objects.equals(a.every(), b.every())
                && Objects.equals(a.at(), b.at())
                && Objects.equals(a.from(), b.from())
                && Objects.equals(a.until(), b.until());
    }

    Reached floor() {
        return versions.get(0).floor();
    }

    Reached end() {
        return versions.get(versions.size() - 1).end();
    }

    /** By how much a tick may be put off at most. */
    Duration widest() {
        return versions.stream()
                .map(version -> version.schedule().when().jitter())
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    /** Whether another jitter was in force at some time. */
    boolean isJittered() {
        return !widest().isZero();
    }

    /** Whether an input applied at that watermark is held against this line. */
    boolean covers(Reached watermark) {
        return watermark.compareTo(floor()) >= 0 && watermark.compareTo(end()) < 0;
    }

    /** All instants that it may owe, or empty where they can't be reckoned. */
    Optional<SortedSet<Instant>> planned() {
        When when = versions.get(0).schedule().when();
        Instant from = when.at() != null && when.at().isBefore(floor().due())
                ? when.at()
                : floor().due().minus(widest());
        return PlannedInstants.of(when, from, end().due());
    }

    /** Whether it owes an instant however long that was put off. */
    boolean certainlyOwes(Instant instant) {
        boolean begun = isOwnInstant(instant) || dueIn(instant, floor()) > 0;
        return begun && dueIn(instant.plus(widest()), end()) <= 0;
    }

    /** Whether it owes an instant that was put off as its task says, or may owe it if that is null. */
    boolean mayOwe(Instant instant, Instant earliest, Instant latest) {
        return (isOwnInstant(instant) || dueIn(latest, floor()) > 0) && dueIn(earliest, end()) <= 0;
    }

    /** An instant of its own is owed once however late. */
    private boolean isOwnInstant(Instant instant) {
        return instant.equals(versions.get(0).schedule().when().at());
    }

    private int dueIn(Instant due, Reached reached) {
        return new Reached(due, taskId).compareTo(reached);
    }

    /** The version in force when the instant came. */
    Version versionAt(Instant instant) {
        Version found = versions.get(0);
        for (Version version : versions) {
            found = dueIn(instant, version.floor()) > 0 ? version : found;
        }
        return found;
    }
}
