package dev.carillon.trigger.model;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The executions under way, and the log to which the collector writes their outcomes. */
final class Executions {
    private static final int PARTITIONS = 2;

    private final ManualClock clock;
    private final List<ExecutionKey> underWay = new ArrayList<>();
    private final List<List<InputRecord>> outcomes = new ArrayList<>();
    private int written;

    Executions(ManualClock clock) {
        this.clock = clock;
        for (int i = 0; i < PARTITIONS; i++) {
            outcomes.add(new ArrayList<>());
        }
    }

    List<List<InputRecord>> outcomes() {
        return outcomes;
    }

    List<Long> ends() {
        return outcomes.stream().map(partition -> (long) partition.size()).toList();
    }

    int written() {
        return written;
    }

    /** Begins the executions of a slice. A skipped tick gets an outcome too, a range gets a single one. */
    void begin(SlicePlan plan) {
        for (SliceOutput output : plan.outputs()) {
            if (output instanceof SliceOutput.Dispatch dispatch) {
                underWay.add(Objects.requireNonNull(dispatch.task().key()));
            } else if (output instanceof SliceOutput.Skip skip) {
                write(skip.result().key(), OutcomeStatus.SKIPPED, skip.result().skipped());
            }
        }
    }

    void endSome(Random random, int atMost) {
        for (int i = 0; i < atMost && !underWay.isEmpty(); i++) {
            end(underWay.remove(random.nextInt(underWay.size())), random);
        }
    }

    /** Writes an outcome of an execution that stays under way, as when an old task is replayed with the same key. */
    void endOneTwice(Random random) {
        if (!underWay.isEmpty()) {
            ExecutionKey key = underWay.get(random.nextInt(underWay.size()));
            end(key, random);
        }
    }

    /** Drops an execution, which will never have an outcome. */
    void loseOne(Random random) {
        if (!underWay.isEmpty()) {
            underWay.remove(random.nextInt(underWay.size()));
        }
    }

    private void end(ExecutionKey key, Random random) {
        OutcomeStatus[] all = OutcomeStatus.values();
        write(key, random.nextBoolean() ? OutcomeStatus.SUCCEEDED : all[random.nextInt(all.length)], null);
    }

    private void write(ExecutionKey key, OutcomeStatus status, @Nullable SkippedRange range) {
        Instant now = Instant.ofEpochMilli(clock.instant().toEpochMilli());
        Outcome outcome = OutcomeBuilder.builder()
                .key(key)
                .status(status)
                .attempts(1)
                .decidedAt(now)
                .skipped(range)
                .rest(Map.of())
                .build();
        int number = Math.floorMod(key.hashCode(), PARTITIONS);
        List<InputRecord> partition = outcomes.get(number);
        byte[] bytes = key.toString().getBytes(StandardCharsets.UTF_8);
        partition.add(
                new InputRecord("outcomes", number, partition.size(), now, now, bytes, Kind.OUTCOME.encode(outcome)));
        written++;
    }
}
