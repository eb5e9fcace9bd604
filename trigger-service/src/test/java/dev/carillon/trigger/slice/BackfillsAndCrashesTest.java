package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Backfills are ordered, cancelled and overtaken by edits, while leaders die at any step and standbys lag. */
class BackfillsAndCrashesTest {
    private static final int RUNS = Integer.getInteger("carillon.test.runs", 4);
    private static final int STEPS = 250;
    private static final int TASKS = 4;

    private final Random random = new Random();

    @Test
    void eachInstantOfABackfillIsMadeOnceAndNeverTooManyAtATime() {
        long seed = Long.getLong("carillon.test.seed", SystemTime.clock().millis());
        int whole = 0;
        int cut = 0;
        for (int run = 0; run < RUNS; run++) {
            random.setSeed(seed + run);
            String what = "seed " + (seed + run);
            SimulatedCluster cluster = new SimulatedCluster();
            cluster.settle();
            OrderedBackfills ordered = new OrderedBackfills(cluster, what);
            for (int step = 0; step < STEPS; step++) {
                change(cluster);
                ordered.endSome(random);
                cluster.clock.advance(pause());
                cluster.inputsHaveWaited = Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(3_000));
                advance(cluster, what);
            }
            for (int task = 0; task < TASKS; task++) {
                // Whatever is paused goes on, by the times that it had.
                cluster.define(ordered.resumed("b" + task));
            }
            for (int round = 0; round < 400; round++) {
                cluster.run(Duration.ofSeconds(1));
                ordered.endAll();
            }
            ordered.assertKept();
            OwedTicks.assertEachDecidedOnce(cluster, Set.of("b0", "b1", "b2", "b3"), what);
            whole += ordered.whole();
            cut += ordered.cutShort();
        }
        assertThat(whole).as("backfills that were made to the end").isPositive();
        assertThat(cut).as("backfills that were ended before").isPositive();
    }

    private void change(SimulatedCluster cluster) {
        String taskId = "b" + random.nextInt(TASKS);
        Instant now = cluster.clock.instant();
        switch (random.nextInt(20)) {
            case 0, 1 -> cluster.define(schedule(taskId, 5 + 5 * random.nextInt(2), random.nextInt(4) > 0));
            case 2 -> {
                if (random.nextInt(4) == 0) {
                    cluster.define(taskId, null);
                }
            }
            case 3, 4, 5 -> {
                Instant to = Instant.ofEpochSecond(now.getEpochSecond() - random.nextInt(100));
                Instant from = to.minusSeconds(1 + random.nextInt(300));
                cluster.command(Command.of(CommandKind.BACKFILL, taskId, now, null)
                        .withRange(from, to, 1L + random.nextInt(6)));
            }
            case 6 -> cluster.command(Command.of(CommandKind.CANCEL_BACKFILL, taskId, now, null));
            default -> {
                // Nothing is changed.
            }
        }
    }

    static Schedule schedule(String taskId, int seconds, boolean enabled) {
        return TestSchedules.of(taskId, "'every':'" + seconds + "s','enabled':" + enabled);
    }

    private Duration pause() {
        return switch (random.nextInt(30)) {
            case 0 -> Duration.ofSeconds(random.nextInt(400));
            case 1, 2, 3, 4 -> Duration.ofSeconds(random.nextInt(5));
            default -> Duration.ofMillis(random.nextInt(900));
        };
    }

    private void advance(SimulatedCluster cluster, String what) {
        int slices = random.nextInt(6);
        for (int i = 0; i < slices; i++) {
            Optional<SlicePlan> plan = cluster.plan(1 + random.nextInt(8));
            if (plan.isEmpty()) {
                break;
            }
            int fate = random.nextInt(30);
            if (fate > 3) {
                cluster.leader().apply(cluster.commit(plan.get()));
                cluster.standbyReads(random.nextDouble());
            } else {
                if (fate % 2 == 0) {
                    cluster.commit(plan.get());
                }
                if (fate < 2) {
                    cluster.warmTakeover();
                } else {
                    cluster.coldTakeover();
                }
            }
        }
        assertThat(new TreeMap<>(cluster.cold().states()))
                .as("cold state, " + what)
                .isEqualTo(new TreeMap<>(cluster.leader().states()));
    }
}
