package dev.carillon.timing.state;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.trigger.StoredProgress;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a schedule's past ticks that later ticks depend on. Empty for most schedules.
 *
 * @param runs how many ticks became tasks
 * @param failures how many of the last ones failed in a row
 * @param open executions without an outcome
 * @param openUntil when they stop blocking even without an outcome; set while there are any
 * @param waiting nominal instants of ticks that wait for an outcome, in order
 * @param next the next instant of a schedule that runs after its own end
 * @param parents for which instants the schedules that it depends on have ended
 */
public record TickProgress(
        long runs,
        long failures,
        List<ExecutionKey> open,
        @Nullable Instant openUntil,
        List<Instant> waiting,
        @Nullable Instant next,
        @Nullable ParentProgress parents) {
    public static final TickProgress NONE = new TickProgress(0, 0, List.of(), null, List.of(), null, null);

    /** Restores the progress from a marker; throws for values that no trigger writes. */
    static TickProgress of(StoredProgress stored) {
        if (stored.equals(StoredProgress.NOTHING)) {
            return NONE;
        }
        return new TickProgress(
                stored.runs(),
                stored.failures(),
                stored.open().stream().map(ExecutionKey::parse).toList(),
                stored.openUntil(),
                stored.waiting().stream().map(TickProgress::instant).toList(),
                stored.next(),
                stored.dependencies() == null ? null : ParentProgress.of(stored.dependencies()));
    }

    /** Throws for values that no trigger writes, while the offset of the record is still known. */
    public static void check(StoredProgress stored) {
        of(stored);
    }

    static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    "waiting",
                    ContractException.shown(text) + " is no instant",
                    "write it like 2026-11-18T06:00:00Z");
        }
    }

    StoredProgress stored() {
        if (equals(NONE)) {
            return StoredProgress.NOTHING;
        }
        return new StoredProgress(
                runs,
                failures,
                open.stream().map(ExecutionKey::toString).toList(),
                openUntil,
                waiting.stream().map(Instant::toString).toList(),
                next,
                parents == null ? null : parents.stored());
    }

    /** Its approximate size in a marker, in bytes. */
    public int size() {
        return open.size() * 100 + waiting.size() * 30 + (parents == null ? 0 : parents.size());
    }

    public boolean isEmpty() {
        // Faster than equals(): a first load calls this several times for each schedule.
        return runs == 0
                && failures == 0
                && open.isEmpty()
                && openUntil == null
                && waiting.isEmpty()
                && next == null
                && parents == null;
    }

    /** A tick has become a task, which is open until it has an outcome or the given time has come. */
    public TickProgress begun(ExecutionKey key, Instant until) {
        List<ExecutionKey> more = new ArrayList<>(open);
        more.add(key);
        Instant latest = openUntil == null || until.isAfter(openUntil) ? until : openUntil;
        return new TickProgress(runs, failures, List.copyOf(more), latest, waiting, next, parents);
    }

    public TickProgress ended(ExecutionKey key) {
        return withOpen(open.stream().filter(other -> !other.equals(key)).toList());
    }

    public TickProgress withOpen(List<ExecutionKey> keys) {
        return new TickProgress(runs, failures, keys, keys.isEmpty() ? null : openUntil, waiting, next, parents);
    }

    public TickProgress withRuns(long count) {
        return count == runs ? this : new TickProgress(count, failures, open, openUntil, waiting, next, parents);
    }

    public TickProgress withFailures(long count) {
        return new TickProgress(runs, count, open, openUntil, waiting, next, parents);
    }

    public TickProgress withWaiting(List<Instant> instants) {
        return new TickProgress(runs, failures, open, openUntil, List.copyOf(instants), next, parents);
    }

    public TickProgress withNext(@Nullable Instant instant) {
        return new TickProgress(runs, failures, open, openUntil, waiting, instant, parents);
    }

    public TickProgress withParents(@Nullable ParentProgress parents) {
        return new TickProgress(runs, failures, open, openUntil, waiting, next, parents);
    }
}
