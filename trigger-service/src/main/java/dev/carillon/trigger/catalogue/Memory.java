package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Remembered;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a schedule's ticks so far, as much as later ones depend on it. Nothing for most schedules.
 *
 * @param runs how many ticks became tasks
 * @param failures how many of them failed in a row
 * @param open executions without an outcome
 * @param openUntil when they stop blocking all the same; set while there are any
 * @param waiting nominal instants of ticks that wait for one, in order
 * @param next the next instant of a schedule that follows its own ends
 * @param heard what was heard of the schedules it depends on
 */
public record Memory(
        long runs,
        long failures,
        List<ExecutionKey> open,
        @Nullable Instant openUntil,
        List<Instant> waiting,
        @Nullable Instant next,
        @Nullable Heard heard) {
    public static final Memory NONE = new Memory(0, 0, List.of(), null, List.of(), null, null);

    /** As a marker says it; refuses what no trigger writes. */
    static Memory of(Remembered said) {
        if (said.equals(Remembered.NOTHING)) {
            return NONE;
        }
        return new Memory(
                said.runs(),
                said.failures(),
                said.open().stream().map(ExecutionKey::parse).toList(),
                said.openUntil(),
                said.waiting().stream().map(Memory::instant).toList(),
                said.next(),
                said.dependencies() == null ? null : Heard.of(said.dependencies()));
    }

    /** Refuses what no trigger writes while the record that says so can still be named. */
    static void check(Remembered said) {
        of(said);
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

    Remembered said() {
        if (equals(NONE)) {
            return Remembered.NOTHING;
        }
        return new Remembered(
                runs,
                failures,
                open.stream().map(ExecutionKey::toString).toList(),
                openUntil,
                waiting.stream().map(Instant::toString).toList(),
                next,
                heard == null ? null : heard.said());
    }

    /** About how many bytes it takes in a marker. */
    public int size() {
        return open.size() * 100 + waiting.size() * 30 + (heard == null ? 0 : heard.size());
    }

    public boolean isEmpty() {
        // By hand, as a first load asks it of each schedule several times.
        return runs == 0
                && failures == 0
                && open.isEmpty()
                && openUntil == null
                && waiting.isEmpty()
                && next == null
                && heard == null;
    }

    /** A tick has become a task, which is open until it has an outcome or the given time has come. */
    public Memory begun(ExecutionKey key, Instant until) {
        List<ExecutionKey> more = new ArrayList<>(open);
        more.add(key);
        Instant latest = openUntil == null || until.isAfter(openUntil) ? until : openUntil;
        return new Memory(runs, failures, List.copyOf(more), latest, waiting, next, heard);
    }

    public Memory ended(ExecutionKey key) {
        return withOpen(open.stream().filter(other -> !other.equals(key)).toList());
    }

    public Memory withOpen(List<ExecutionKey> keys) {
        return new Memory(runs, failures, keys, keys.isEmpty() ? null : openUntil, waiting, next, heard);
    }

    public Memory withRuns(long count) {
        return count == runs ? this : new Memory(count, failures, open, openUntil, waiting, next, heard);
    }

    public Memory withFailures(long count) {
        return new Memory(runs, count, open, openUntil, waiting, next, heard);
    }

    public Memory withWaiting(List<Instant> instants) {
        return new Memory(runs, failures, open, openUntil, List.copyOf(instants), next, heard);
    }

    public Memory withNext(@Nullable Instant instant) {
        return new Memory(runs, failures, open, openUntil, waiting, instant, heard);
    }

    public Memory withHeard(@Nullable Heard news) {
        return new Memory(runs, failures, open, openUntil, waiting, next, news);
    }
}
