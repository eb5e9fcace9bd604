package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Executions end, late and in any order, while leaders die at any step. */
class EndsAndCrashesTest {
    private static final int RUNS = Integer.getInteger("carillon.test.runs", 6);
    private static final int STEPS = 250;
    private static final List<String> RULES = List.of("skip", "queue-one", "queue-all", "cancel-other");

    private final Random random = new Random();

    @Test
    void eachTickIsDecidedOnceAndNoneRunsBesideAnother() {
        long seed = Long.getLong("carillon.test.seed", SystemTime.clock().millis());
        for (int run = 0; run < RUNS; run++) {
            random.setSeed(seed + run);
            String what = "seed " + (seed + run);
            SimulatedCluster cluster = new SimulatedCluster();
            cluster.settle();
            SimulatedCollector collector = new SimulatedCollector(cluster, random);
            begin(cluster);
            for (int step = 0; step < STEPS; step++) {
                change(cluster);
                collector.endSome();
                cluster.clock.advance(pause());
                cluster.inputsHaveWaited = Duration.ofMillis(random.nextBoolean() ? 0 : random.nextInt(3_000));
                advance(cluster, what);
            }
            finish(cluster, collector);
            OwedTicks.assertEachDecidedOnce(cluster, collector.rates(), what);
            collector.assertNoneRanBesideAnother("o", what);
            collector.assertNoneRanBesideAnother("end", what);
            collector.assertFollowsItsEnds("end", Duration.ofSeconds(7), what);
            collector.assertRuns("most", 9, what);
            collector.assertFollows("child", List.of("p0", "p1"), what);
            collector.assertFollows("grandchild", List.of("child", "p0"), what);
        }
    }

    private static void begin(SimulatedCluster cluster) {
        cluster.define(TestSchedules.of("p0", "'every':'20s'"));
        cluster.define(TestSchedules.of("p1", "'every':'20s','pauseAfterFailures':50"));
        cluster.define(TestSchedules.of("child", "'dependsOn':['p0','p1']"));
        cluster.define(TestSchedules.of("grandchild", "'dependsOn':['child','p0']"));
        cluster.define(TestSchedules.of("end", "'afterEnd':'7s'"));
        cluster.define(TestSchedules.of("most", "'every':'13s','maxRuns':9,'overlap':'queue-one'"));
        // Instants from before the definition of a dependant do not count.
        cluster.settle();
    }

    private void change(SimulatedCluster cluster) {
        String taskId = "o" + random.nextInt(4);
        switch (random.nextInt(14)) {
            case 0, 1 -> cluster.define(overlapping(taskId));
            case 2 -> cluster.define(taskId, null);
            case 3 -> cluster.define(TestSchedules.of("end", "'afterEnd':'7s','enabled':" + random.nextBoolean()));
            default -> {
                // Nothing is changed.
            }
        }
    }

    private Schedule overlapping(String taskId) {
        return TestSchedules.of(
                taskId,
                "'every':'" + (1 + random.nextInt(20)) + "s','overlap':'" + RULES.get(random.nextInt(RULES.size()))
                        + "','enabled':" + (random.nextInt(5) > 0)
                        + (random.nextInt(3) == 0 ? ",'pauseAfterFailures':" + (1 + random.nextInt(3)) : "")
                        + ",'missed':{'policy':'"
                        + List.of("none", "last", "all").get(random.nextInt(3)) + "'}");
    }

    private Duration pause() {
        return switch (random.nextInt(30)) {
            case 0 -> Duration.ofSeconds(random.nextInt(400));
            case 1, 2, 3, 4 -> Duration.ofSeconds(random.nextInt(5));
            default -> Duration.ofMillis(random.nextInt(900));
        };
    }

    private void advance(SimulatedCluster cluster, String what) {
        int slices = random.nextInt(5);
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

    /** Everything ends, and time goes on until nothing waits. */
    private static void finish(SimulatedCluster cluster, SimulatedCollector collector) {
        cluster.define(TestSchedules.of("end", "'afterEnd':'7s'"));
        for (int task = 0; task < 4; task++) {
            cluster.define("o" + task, null);
        }
        for (int round = 0; round < 30; round++) {
            cluster.run(Duration.ofSeconds(1));
            collector.endAll();
            cluster.settle();
        }
        collector.look();
    }
}
