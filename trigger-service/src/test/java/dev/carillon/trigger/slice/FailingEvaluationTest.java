package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.cron.BrittleTiming;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.state.ScheduleState;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Schedules whose times can't be worked out because the evaluation fails. */
class FailingEvaluationTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    private static Timing brittle(Schedule schedule, Set<String> taskIds, int seconds) {
        return taskIds.contains(schedule.taskId())
                ? BrittleTiming.failingAfter(START.plusSeconds(seconds), schedule)
                : Timing.of(schedule);
    }

    /** Makes these schedules fail for every time after some seconds. */
    private void failing(int seconds, String... taskIds) {
        cluster.evaluate(schedule -> brittle(schedule, Set.of(taskIds), seconds));
    }

    private void define(String taskId, String fields) {
        cluster.define(TestSchedules.of(taskId, fields));
    }

    private ScheduleState state(String taskId) {
        return Objects.requireNonNull(cluster.leader().state(taskId));
    }

    private void assertEveryInstanceSeesTheSame() {
        assertThat(new TreeMap<>(cluster.cold().states()))
                .isEqualTo(new TreeMap<>(cluster.leader().states()));
    }

    @Test
    void itIsParkedWithAllThatShareItsRuleAndNoOtherIsDisturbed() {
        failing(20, "a", "b");
        cluster.settle();
        define("a", "'every':'10s'");
        define("b", "'every':'10s'");
        define("other", "'every':'5s'");
        cluster.run(Duration.ofSeconds(60));

        assertThat(published.tasks())
                .filteredOn(line -> !line.startsWith("other"))
                .containsExactly("a@06:00:10", "b@06:00:10", "a@06:00:20", "b@06:00:20");
        assertThat(published.tasks())
                .filteredOn(line -> line.startsWith("other"))
                .hasSize(12);
        assertThat(published.events(EventType.SCHEDULE_BROKEN))
                .hasSize(2)
                .allSatisfy(event -> assertThat(event.message())
                        .startsWith("EVALUATION_FAILED: the next time after 2026-11-18T06:00:20Z")
                        .contains("long overflow", "parked", "carillon schedule apply"))
                .extracting("subject")
                .containsExactly("a", "b");
        assertThat(Objects.requireNonNull(state("a").broken()).code()).isEqualTo("EVALUATION_FAILED");
        assertEveryInstanceSeesTheSame();
    }

    @Test
    void theNextLeaderFindsItParkedAndPublishesNothingMore() {
        failing(20, "a");
        cluster.settle();
        define("a", "'every':'10s'");
        cluster.run(Duration.ofSeconds(30));
        cluster.coldTakeover();
        cluster.run(Duration.ofSeconds(30));
        cluster.warmTakeover();
        cluster.run(Duration.ofMinutes(10));

        assertThat(published.tasks()).hasSize(2);
        assertThat(published.events(EventType.SCHEDULE_BROKEN)).hasSize(1);
        assertEveryInstanceSeesTheSame();
    }

    @Test
    void ticksMissedMeanwhileAreDecidedOnceWhenItIsAppliedAgain() {
        failing(20, "a", "b", "c");
        cluster.settle();
        define("a", "'every':'10s','missed':{'policy':'none'}");
        define("b", "'every':'10s'");
        define("c", "'every':'10s'");
        cluster.run(Duration.ofSeconds(65));
        failing(1_000, "none");
        cluster.coldTakeover();
        define("a", "'every':'1m','missed':{'policy':'none'}");
        define("b", "'every':'1m','missed':{'policy':'last'}");
        define("c", "'every':'1m','enabled':false");
        cluster.run(Duration.ofSeconds(60));

        assertThat(published.all())
                .filteredOn(line -> !line.contains("@06:00:10") && !line.contains("@06:00:20"))
                .containsExactly(
                        "a skips 06:00:30-06:01:00 (4) BROKEN",
                        "b skips 06:00:30-06:00:50 (3) COALESCED",
                        "b@06:01:00",
                        "c skips 06:00:30-06:01:00 (4) BROKEN",
                        "a@06:02:00",
                        "b@06:02:00");
        assertThat(published.events(EventType.SCHEDULE_RESUMED))
                .extracting("subject")
                .containsExactly("a", "b");
        OwedTicks.assertEachDecidedOnce(cluster, Set.of("a", "b"), "parked and resumed");
        assertEveryInstanceSeesTheSame();
    }

    @Test
    void aDeletedOneSkipsTheTicksMissedMeanwhile() {
        failing(20, "a");
        cluster.settle();
        define("a", "'every':'10s'");
        cluster.run(Duration.ofSeconds(45));
        cluster.define("a", null);
        cluster.run(Duration.ofSeconds(30));

        assertThat(published.all()).containsExactly("a@06:00:10", "a@06:00:20", "a skips 06:00:30-06:00:40 (2) BROKEN");
        assertThat(published.causes())
                .singleElement()
                .asString()
                .startsWith("the schedule was parked since 2026-11-18T06:00:2")
                .contains("long overflow");
        OwedTicks.assertEachDecidedOnce(cluster, "parked and deleted");
    }

    @Test
    void aDefinitionThatCantBeUsedLeavesItParked() {
        failing(20, "a");
        cluster.settle();
        define("a", "'every':'10s'");
        cluster.run(Duration.ofSeconds(25));
        cluster.define("a", new byte[] {'{'});
        cluster.run(Duration.ofSeconds(20));

        assertThat(published.tasks()).hasSize(2);
        assertThat(state("a").isParked()).isTrue();
        cluster.define("a", null);
        cluster.run(Duration.ofSeconds(1));
        OwedTicks.assertEachDecidedOnce(cluster, "parked, garbled and deleted");
    }

    @Test
    void putOffTicksOfASharedRuleArePartOfTheGap() {
        failing(60, "a", "b");
        cluster.settle();
        define("a", "'every':'10s','jitter':'30s'");
        define("b", "'every':'10s','jitter':'30s'");
        define("other", "'every':'5s','jitter':'30s'");
        cluster.run(Duration.ofMinutes(3));
        assertThat(state("a").isParked()).isTrue();
        assertThat(state("b").isParked()).isTrue();
        assertThat(state("other").isParked()).isFalse();
        cluster.define("a", null);
        cluster.define("b", null);
        cluster.define("other", null);
        cluster.run(Duration.ofSeconds(1));

        assertThat(published.all())
                .filteredOn(line -> line.startsWith("a") && line.endsWith("BROKEN"))
                .isNotEmpty();
        OwedTicks.assertEachDecidedOnce(cluster, "put off and parked");
    }

    @Test
    void oneThatFailsInAGapIsParkedBesideIt() {
        failing(120, "b");
        cluster.settle();
        define("a", "'every':'30s'");
        define("b", "'every':'30s','from':'2026-11-18T06:00:00Z'");
        define("c", "'every':'30s'");
        cluster.run(Duration.ofSeconds(35));
        cluster.clock.advance(Duration.ofMinutes(10));
        cluster.settle();
        cluster.run(Duration.ofSeconds(60));

        assertThat(state("b").isParked()).isTrue();
        assertThat(published.tasks()).filteredOn(line -> line.startsWith("b")).containsExactly("b@06:00:30");
        assertThat(published.tasks())
                .filteredOn(line -> line.startsWith("c"))
                .as("what the gap and the time after it make up for")
                .hasSizeGreaterThan(2);
        cluster.define("b", null);
        cluster.settle();
        OwedTicks.assertEachDecidedOnce(cluster, Set.of("b"), "parked in a gap");
    }

    @Test
    void aLeaderThatFailsInTheMiddleOfAGapDoesNotDecideItTwice() {
        cluster.settle();
        define("a", "'every':'30s','missed':{'policy':'all'}");
        define("b", "'every':'30s','missed':{'policy':'all'}");
        cluster.run(Duration.ofSeconds(35));
        cluster.clock.advance(Duration.ofMinutes(10));
        cluster.commit(cluster.plan(25).orElseThrow());
        failing(0, "a", "b");
        cluster.coldTakeover();
        cluster.run(Duration.ofSeconds(40));
        assertThat(state("a").isParked() && state("b").isParked()).isTrue();
        cluster.define("a", null);
        cluster.define("b", null);
        cluster.run(Duration.ofSeconds(1));

        OwedTicks.assertEachDecidedOnce(cluster, "parked in the middle of a gap");
    }

    @Test
    void oneThatFailsWhenItIsReadBecomesADeadLetter() {
        cluster.evaluate(schedule -> {
            if (schedule.taskId().equals("a")) {
                throw new ArithmeticException("long overflow");
            }
            return Timing.of(schedule);
        });
        cluster.settle();
        define("a", "'every':'10s'");
        define("other", "'every':'10s'");
        cluster.run(Duration.ofSeconds(10));

        assertThat(published.tasks()).containsExactly("other@06:00:10");
        assertThat(published.events(EventType.SCHEDULE_BROKEN))
                .singleElement()
                .satisfies(event -> assertThat(event.message()).startsWith("EVALUATION_FAILED: "));
        assertThat(Objects.requireNonNull(state("a").broken()).code()).isEqualTo("EVALUATION_FAILED");
    }

    @Test
    void oneInForceThatFailsWhenTheNextLeaderReadsItIsParkedThere() {
        cluster.settle();
        define("a", "'every':'10s'");
        define("other", "'every':'10s'");
        cluster.run(Duration.ofSeconds(10));
        cluster.evaluate(schedule -> {
            if (schedule.taskId().equals("a")) {
                throw new ArithmeticException("long overflow");
            }
            return Timing.of(schedule);
        });
        cluster.coldTakeover();
        assertThat(cluster.leader().unreadable()).as("keeps from leading").isEmpty();
        cluster.run(Duration.ofSeconds(10));

        assertThat(published.tasks()).containsExactly("a@06:00:10", "other@06:00:10", "other@06:00:20");
        assertThat(published.events(EventType.SCHEDULE_BROKEN)).hasSize(1);
        assertEveryInstanceSeesTheSame();
    }
}
