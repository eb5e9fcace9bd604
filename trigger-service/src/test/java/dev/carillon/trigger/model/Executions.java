package dev.carillon.trigger.model;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.SkippedRange;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.slice.Output;
import dev.carillon.trigger.slice.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** What was dispatched and goes on somewhere, and the log of outcomes in which the collector says how it ended. */
final class Executions {
    private static final int PARTITIONS = 2;

    private final ManualClock clock;
    private final List<ExecutionKey> underWay = new ArrayList<>();
    private final List<List<InputRecord>> outcomes = new ArrayList<>();
    private int said;

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

    int said() {
        return said;
    }

    /** A slice was committed. The collector gives ticks that were skipped an outcome as well, one for a whole range. */
    void begin(SlicePlan plan) {
        for (Output output : plan.outputs()) {
            if (output instanceof Output.Dispatch dispatch) {
                underWay.add(Objects.requireNonNull(dispatch.task().key()));
            } else if (output instanceof Output.Skip skip) {
                say(skip.result().key(), OutcomeStatus.SKIPPED, skip.result().skipped());
            }
        }
    }

    void endSome(Random random, int atMost) {
        for (int i = 0; i < atMost && !underWay.isEmpty(); i++) {
            end(underWay.remove(random.nextInt(underWay.size())), random);
        }
    }

    /** Twice under one key, as when somebody replays what is a week old: this one now, and again with others. */
    void endOneTwice(Random random) {
        if (!underWay.isEmpty()) {
            ExecutionKey key = underWay.get(random.nextInt(underWay.size()));
            end(key, random);
        }
    }

    /** One that will never have an outcome. */
    void loseOne(Random random) {
        if (!underWay.isEmpty()) {
            underWay.remove(random.nextInt(underWay.size()));
        }
    }

    private void end(ExecutionKey key, Random random) {
        OutcomeStatus[] all = OutcomeStatus.values();
        say(key, random.nextBoolean() ? OutcomeStatus.SUCCEEDED : all[random.nextInt(all.length)], null);
    }

    private void say(ExecutionKey key, OutcomeStatus status, @Nullable SkippedRange range) {
        Instant now = Instant.ofEpochMilli(clock.instant().toEpochMilli());
        Outcome outcome = new Outcome(key, status, 1, null, null, null, now, range, null, Map.of());
        int number = Math.floorMod(key.hashCode(), PARTITIONS);
        List<InputRecord> partition = outcomes.get(number);
        byte[] bytes = key.toString().getBytes(StandardCharsets.UTF_8);
        partition.add(
                new InputRecord("outcomes", number, partition.size(), now, now, bytes, Kind.OUTCOME.encode(outcome)));
        said++;
    }
}
