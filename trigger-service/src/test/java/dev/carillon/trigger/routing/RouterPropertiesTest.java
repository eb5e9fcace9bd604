package dev.carillon.trigger.routing;

import static dev.carillon.trigger.routing.TestFleet.busy;
import static dev.carillon.trigger.routing.TestFleet.fetchedUpTo;
import static dev.carillon.trigger.routing.TestFleet.slots;
import static dev.carillon.trigger.routing.TestFleet.weighing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.carillon.schemas.work.Routing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of the choices in any fleet; {@code -Dcarillon.routing.seeds=100000} tries more fleets. */
class RouterPropertiesTest {
    private static final double ROUNDING = 1e-9;
    private static final List<Routing> STRATEGIES = List.of(Routing.values());

    static LongStream seeds() {
        return LongStream.range(0, Long.getLong("carillon.routing.seeds", 40));
    }

    /** Up to twelve workers that share up to sixty partitions, each at least one. */
    private record Sketch(
            List<int[]> partitions, List<Integer> weights, List<Integer> capacities, List<Integer> running) {
        static Sketch of(long seed) {
            Random random = new Random(seed);
            int workers = 1 + random.nextInt(12);
            Sketch sketch = new Sketch(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            int next = 0;
            for (int i = 0; i < workers; i++) {
                int[] own = new int[1 + random.nextInt(5)];
                for (int j = 0; j < own.length; j++) {
                    own[j] = next++;
                }
                sketch.partitions.add(own);
                sketch.weights.add(1 + random.nextInt(9));
                sketch.capacities.add(1 + random.nextInt(20));
                sketch.running.add(random.nextInt(50));
            }
            return sketch;
        }

        static String name(int i) {
            return (i < 10 ? "w0" : "w") + i;
        }

        int size() {
            return partitions.size();
        }

        TestFleet fleet(long seed) {
            TestFleet fleet = new TestFleet(seed);
            for (int i = 0; i < size(); i++) {
                int at = i;
                fleet.worker(
                        name(i),
                        worker -> busy(running.get(at), 0)
                                .apply(slots(capacities.get(at))
                                        .apply(weighing(weights.get(at)).apply(worker))),
                        partitions.get(i));
            }
            return fleet;
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void roundRobinSharesDifferByOneAtMost(long seed) {
        Sketch sketch = Sketch.of(seed);
        Map<String, Integer> shares = sketch.fleet(seed).slice(Routing.ROUND_ROBIN, 997);
        assertThat(shares.values())
                .allSatisfy(share -> assertThat(share).isBetween(997 / sketch.size(), 997 / sketch.size() + 1));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void weightedSharesDifferFromTheirWeightsByLessThanAFewTasks(long seed) {
        Sketch sketch = Sketch.of(seed);
        int all = sketch.weights.stream().mapToInt(Integer::intValue).sum();
        Map<String, Integer> shares = sketch.fleet(seed).slice(Routing.WEIGHTED_ROUND_ROBIN, 1_000);
        for (int i = 0; i < sketch.size(); i++) {
            double fair = 1_000.0 * sketch.weights.get(i) / all;
            assertThat((double) shares.getOrDefault(Sketch.name(i), 0)).isBetween(fair - 9, fair + 9);
        }
    }

    @Test
    void randomGivesEachWorkerTheSameRegardlessOfLoadAndWeight() {
        TestFleet fleet = new TestFleet(20_261_118)
                .worker("a", 0, 1, 2, 3, 4)
                .worker("b", busy(900, 50), 5)
                .worker("c", weighing(9), 6, 7)
                .worker("d", slots(40), 8);
        Map<String, Integer> shares = fleet.slice(Routing.RANDOM, 40_000);
        assertThat(shares).containsOnlyKeys("a", "b", "c", "d");
        assertThat(shares.values()).allSatisfy(share -> assertThat(share).isCloseTo(10_000, withinPercentage(5)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void leastTasksLeavesNoWorkerMorePerSlotThanAnotherWouldHaveWithOneMore(long seed) {
        Sketch sketch = Sketch.of(seed);
        Map<String, Integer> shares = sketch.fleet(seed).slice(Routing.LEAST_TASKS, 500);
        for (int i = 0; i < sketch.size(); i++) {
            int sent = shares.getOrDefault(Sketch.name(i), 0);
            if (sent == 0) {
                continue; // It had too many tasks before.
            }
            double mine = perSlot(sketch, i, sent);
            for (int other = 0; other < sketch.size(); other++) {
                int theirs = shares.getOrDefault(Sketch.name(other), 0) + 1;
                assertThat(mine).isLessThanOrEqualTo(perSlot(sketch, other, theirs) + ROUNDING);
            }
        }
    }

    private static double perSlot(Sketch sketch, int i, int sent) {
        return (sketch.running.get(i) + sent) / (double) sketch.capacities.get(i);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void theSameHeartbeatsSendsAndSeedChooseTheSame(long seed) {
        Sketch sketch = Sketch.of(seed);
        TestFleet one = sketch.fleet(seed);
        TestFleet other = sketch.fleet(seed);
        Random random = new Random(seed);
        for (int slice = 0; slice < 8; slice++) {
            Routing strategy = STRATEGIES.get(random.nextInt(STRATEGIES.size()));
            int tasks = random.nextInt(40);
            assertThat(one.slice(strategy, tasks)).isEqualTo(other.slice(strategy, tasks));
            assertThat(one.written()).isEqualTo(other.written());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void sentTasksAreCountedOnceForAnyPartThatAHeartbeatIncludes(long seed) {
        Random random = new Random(seed);
        TestFleet fleet = new TestFleet(seed).worker("a", 0, 1, 2).worker("b", 3);
        int sent =
                fleet.slice(Routing.LEAST_TASKS, 2 * (1 + random.nextInt(50))).getOrDefault("a", 0);
        long[] fetched = new long[3];
        long running = 0;
        for (int number = 0; number < fetched.length; number++) {
            fetched[number] = random.nextInt((int) fleet.end(number) + 1);
            running += fetched[number];
        }
        long known = running;
        fleet.worker("a", w -> fetchedUpTo(busy(known, 0).apply(w), number -> fetched[number]), 0, 1, 2);
        fleet.worker("b", busy(sent, 0), 3);
        assertThat(fleet.slice(Routing.LEAST_TASKS, 2)).containsEntry("a", 1).containsEntry("b", 1);
    }
}
