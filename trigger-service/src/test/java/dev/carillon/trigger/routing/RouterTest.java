package dev.carillon.trigger.routing;

import static dev.carillon.trigger.routing.TestFleet.busy;
import static dev.carillon.trigger.routing.TestFleet.fetchedUpTo;
import static dev.carillon.trigger.routing.TestFleet.slots;
import static dev.carillon.trigger.routing.TestFleet.taking;
import static dev.carillon.trigger.routing.TestFleet.using;
import static dev.carillon.trigger.routing.TestFleet.weighing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.carillon.schemas.work.Routing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class RouterTest {
    private final TestFleet fleet = new TestFleet(42);

    @Test
    void byHashEverythingGoesHome() {
        fleet.worker("a", 0, 1);
        assertThat(fleet.slice(Routing.HASH, 5)).containsExactly(entry("home", 5));
        assertThat(fleet.wentHome).isZero();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "HASH")
    void withoutACandidateEverythingGoesHomeAndIsCounted(Routing strategy) {
        assertThat(fleet.slice(strategy, 3)).containsExactly(entry("home", 3));
        fleet.worker("draining", slots(0), 0)
                .worker("without partitions")
                .worker("of another queue", w -> serving(w, Set.of("reports"), w.types()), 1)
                .worker("of another type", w -> serving(w, w.queues(), Set.of("http")), 2);
        assertThat(fleet.slice(strategy, 4)).containsExactly(entry("home", 4));
        assertThat(fleet.wentHome).isEqualTo(7);
        assertThat(fleet.routed).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "HASH")
    void workersThatServeAreChosenAndWorkersThatAreGoneAreNot(Routing strategy) {
        fleet.worker("a", 0).worker("b", 1);
        assertThat(fleet.slice(strategy, 100)).containsOnlyKeys("a", "b");
        fleet.gone("b");
        assertThat(fleet.slice(strategy, 10)).containsExactly(entry("a", 10));
        assertThat(fleet.routed).containsExactly(entry(strategy, 110L));
    }

    @Test
    void roundRobinGivesEachWorkerTheSameRegardlessOfItsPartitions() {
        fleet.worker("a", 0, 1, 2, 3, 4).worker("b", 5).worker("c", 6, 7);
        assertThat(fleet.slice(Routing.ROUND_ROBIN, 30)).containsOnly(entry("a", 10), entry("b", 10), entry("c", 10));
    }

    @Test
    void roundRobinGoesOnWhereTheLastSliceStoppedDespiteNewHeartbeats() {
        fleet.worker("a", 0).worker("b", 1).worker("c", 2);
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            order.addAll(fleet.slice(Routing.ROUND_ROBIN, 1).keySet());
            fleet.worker("b", busy(i, 0), 1);
        }
        assertThat(order).containsExactly("a", "b", "c", "a", "b", "c");
    }

    @Test
    void aNewWorkerTakesNoMoreThanItsTurns() {
        fleet.worker("a", 0).worker("b", 1);
        assertThat(fleet.slice(Routing.ROUND_ROBIN, 100)).hasSize(2);
        fleet.worker("c", 2);
        assertThat(fleet.slice(Routing.ROUND_ROBIN, 30)).containsOnly(entry("a", 10), entry("b", 10), entry("c", 10));
    }

    @Test
    void weightsAreSharesAndHeavyWorkersGetNoRunOfTurns() {
        fleet.worker("a", weighing(1), 0)
                .worker("b", weighing(2), 1)
                .worker("c", weighing(3), 2)
                .worker("d", weighing(4), 3);
        Map<String, Integer> shares = fleet.slice(Routing.WEIGHTED_ROUND_ROBIN, 10);
        assertThat(shares).containsOnly(entry("a", 1), entry("b", 2), entry("c", 3), entry("d", 4));
        assertThat(fleet.slice(Routing.WEIGHTED_ROUND_ROBIN, 5).get("d")).isEqualTo(2);
    }

    @Test
    void weightZeroIsNoShareEvenIfAllAreZero() {
        fleet.worker("a", weighing(0), 0).worker("b", weighing(5), 1);
        assertThat(fleet.slice(Routing.WEIGHTED_ROUND_ROBIN, 7)).containsExactly(entry("b", 7));
        assertThat(fleet.slice(Routing.ROUND_ROBIN, 2)).hasSize(2);
        fleet.worker("b", weighing(0), 1);
        assertThat(fleet.slice(Routing.WEIGHTED_ROUND_ROBIN, 7)).containsExactly(entry("home", 7));
    }

    @Test
    void aWorkerThatComesOrGetsAWeightTakesNoMoreThanItsShare() {
        fleet.worker("a", weighing(1), 0).worker("b", weighing(0), 1);
        assertThat(fleet.slice(Routing.WEIGHTED_ROUND_ROBIN, 1_000)).containsExactly(entry("a", 1_000));
        fleet.worker("c", weighing(1), 2);
        assertThat(fleet.slice(Routing.WEIGHTED_ROUND_ROBIN, 100)).containsOnly(entry("a", 50), entry("c", 50));
        fleet.worker("b", weighing(2), 1);
        assertThat(fleet.slice(Routing.WEIGHTED_ROUND_ROBIN, 100))
                .containsOnly(entry("a", 25), entry("b", 50), entry("c", 25));
    }

    @Test
    void leastTasksFillsUpTheWorkersWithTheLeast() {
        fleet.worker("a", busy(6, 0), 0).worker("b", busy(0, 0), 1).worker("c", busy(2, 100), 2);
        assertThat(fleet.slice(Routing.LEAST_TASKS, 13)).containsOnly(entry("a", 1), entry("b", 7), entry("c", 5));
    }

    @Test
    void leastConnectionsAlsoCountsHeldTasks() {
        fleet.worker("a", busy(1, 9), 0).worker("b", busy(4, 0), 1);
        assertThat(fleet.slice(Routing.LEAST_CONNECTIONS, 6)).containsExactly(entry("b", 6));
        assertThat(fleet.slice(Routing.LEAST_TASKS, 6)).containsEntry("a", 6);
    }

    @Test
    void tasksAreSharedInProportionToSlots() {
        fleet.worker("a", slots(10), 0).worker("b", slots(30), 1);
        assertThat(fleet.slice(Routing.LEAST_TASKS, 40)).containsOnly(entry("a", 10), entry("b", 30));
    }

    @Test
    void aMuchSlowerWorkerGetsLessInProportionAndASlightlySlowerOneDoesNot() {
        fleet.worker("a", taking(10), 0).worker("b", taking(100), 1).worker("c", taking(29), 2);
        Map<String, Integer> shares = fleet.slice(Routing.LEAST_TASKS, 210);
        assertThat(shares).containsOnly(entry("a", 100), entry("b", 10), entry("c", 100));
    }

    @Test
    void belowAMillisecondAllWorkersCountAsEquallyFast() {
        fleet.worker("a", taking(0.01), 0).worker("b", taking(0.9), 1).worker("unknown", 2);
        assertThat(fleet.slice(Routing.LEAST_CONNECTIONS, 30))
                .containsEntry("a", 10)
                .containsEntry("b", 10);
    }

    @Test
    void leastLoadWeighsTheProcessorAndTheSlots() {
        fleet.worker("a", using(0.9), 0).worker("b", using(0.1), 1);
        assertThat(fleet.slice(Routing.LEAST_LOAD, 8)).containsExactly(entry("b", 8));
        assertThat(fleet.slice(Routing.LEAST_LOAD, 8)).containsOnly(entry("a", 4), entry("b", 4));
    }

    @Test
    void tasksOfOneWorkerGoIntoItsPartitionsInTurn() {
        fleet.worker("a", 3, 5, 8);
        assertThat(fleet.slice(Routing.LEAST_TASKS, 9)).containsExactly(entry("a", 9));
        assertThat(fleet.written()).containsOnly(entry(3, 3), entry(5, 3), entry(8, 3));
    }

    @Test
    void ofTwoWorkersThatListAPartitionTheLaterHeartbeatWins() {
        fleet.worker("a", 0).worker("b", 1);
        fleet.worker("b", 0, 1);
        assertThat(fleet.slice(Routing.ROUND_ROBIN, 4)).containsExactly(entry("b", 4));
    }

    @Test
    void aHeartbeatFromBeforeASliceDropsNoTaskSentSince() {
        fleet.worker("a", 0).worker("b", 1);
        assertThat(fleet.slice(Routing.LEAST_TASKS, 20)).containsOnly(entry("a", 10), entry("b", 10));
        // This heartbeat was written before the slice: no task of it is fetched.
        fleet.worker("a", w -> fetchedUpTo(w, number -> 0), 0);
        // This one includes all tasks of the slice, of which half are done.
        fleet.worker("b", busy(5, 0), 1);
        assertThat(fleet.slice(Routing.LEAST_TASKS, 5)).containsExactly(entry("b", 5));
        assertThat(fleet.slice(Routing.LEAST_TASKS, 4)).containsOnly(entry("a", 2), entry("b", 2));
    }

    @Test
    void fetchedTasksAreNotCountedTwice() {
        fleet.worker("a", 0).worker("b", 1);
        assertThat(fleet.slice(Routing.LEAST_TASKS, 20)).hasSize(2);
        fleet.worker("a", busy(6, 0), 0);
        fleet.worker("b", w -> fetchedUpTo(busy(3, 0).apply(w), number -> fleet.end(1) - 3), 1);
        assertThat(fleet.slice(Routing.LEAST_TASKS, 10)).containsOnly(entry("a", 5), entry("b", 5));
    }

    @Test
    void aSliceThatIsNotCommittedLeavesNothingBehind() {
        fleet.worker("a", 0).worker("b", 1);
        fleet.router.begin();
        for (int i = 0; i < 10; i++) {
            assertThat(fleet.router.partition(Routing.LEAST_TASKS, TestFleet.TOPIC, "default", TestFleet.TYPE))
                    .isBetween(0, 1);
        }
        fleet.router.forget();
        assertThat(fleet.router.hasRouted()).isFalse();
        assertThat(fleet.slice(Routing.LEAST_TASKS, 2)).containsOnly(entry("a", 1), entry("b", 1));
        assertThat(fleet.routed).containsExactly(entry(Routing.LEAST_TASKS, 2L));
    }

    private static RoutableWorker serving(RoutableWorker w, Set<String> queues, Set<String> types) {
        return RoutableWorkerBuilder.builder(w).queues(queues).types(types).build();
    }
}
