package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DependsOnTest {
    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    @BeforeEach
    void parents() {
        cluster.settle();
        define("a", "'every':'10s'");
        define("b", "'every':'10s'");
    }

    private void define(String taskId, String fields) {
        cluster.define(TestSchedules.of(taskId, fields));
        cluster.settle();
    }

    private void run(int seconds) {
        cluster.run(Duration.ofSeconds(seconds));
    }

    private void end(String taskId, String time, OutcomeStatus status) {
        cluster.end(taskId + ":2026-11-18T" + time + "Z", status);
        cluster.settle();
    }

    @Test
    void firesWhenAllHaveSucceededForTheSameInstant() {
        define("c", "'dependsOn':['a','b']");
        run(25);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        end("b", "06:00:20", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).isEmpty();
        end("b", "06:00:10", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).containsExactly("c@06:00:10");
        end("a", "06:00:20", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).containsExactly("c@06:00:10", "c@06:00:20");
    }

    @Test
    void progressSurvivesATakeover() {
        define("c", "'dependsOn':['a','b']");
        run(15);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        cluster.coldTakeover();
        cluster.end("b:2026-11-18T06:00:10Z", OutcomeStatus.SUCCEEDED);
        cluster.coldTakeover();
        cluster.settle();
        assertThat(published.of("c")).containsExactly("c@06:00:10");
        cluster.coldTakeover();
        cluster.settle();
        assertThat(published.of("c")).hasSize(1);
    }

    @Test
    void instantThatOneEndsOtherwiseIsSkippedOnce() {
        define("c", "'dependsOn':['a','b']");
        run(15);
        end("a", "06:00:10", OutcomeStatus.FAILED);
        assertThat(published.of("c")).containsExactly("c skips 06:00:10 DEPENDENCY");
        end("b", "06:00:10", OutcomeStatus.FAILED);
        assertThat(published.of("c")).hasSize(1);
    }

    @Test
    void mayWaitForFailuresOrAnyEnd() {
        define("alarm", "'dependsOn':['a'],'dependsOnEnd':'failed'");
        define("sweep", "'dependsOn':['a'],'dependsOnEnd':'ended'");
        run(25);
        end("a", "06:00:10", OutcomeStatus.FAILED);
        end("a", "06:00:20", OutcomeStatus.CANCELLED);
        assertThat(published.of("alarm")).containsExactly("alarm@06:00:10", "alarm skips 06:00:20 DEPENDENCY");
        assertThat(published.of("sweep")).containsExactly("sweep@06:00:10", "sweep@06:00:20");
    }

    @Test
    void instantThatNotAllPlanIsNotOwed() {
        define("slow", "'every':'20s'");
        define("c", "'dependsOn':['a','slow']");
        run(25);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        end("a", "06:00:20", OutcomeStatus.SUCCEEDED);
        end("slow", "06:00:20", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).containsExactly("c@06:00:20");
    }

    @Test
    void instantThatThoseFurtherUpDoNotAllPlanIsNotOwed() {
        define("slow", "'every':'1m'");
        define("quick", "'dependsOn':['a']");
        define("sometimes", "'dependsOn':['slow']");
        define("c", "'dependsOn':['quick','sometimes'],'deadline':'30s'");
        for (String time : List.of("06:00:10", "06:00:20", "06:00:30", "06:00:40", "06:00:50", "06:01:00")) {
            run(10);
            end("a", time, OutcomeStatus.SUCCEEDED);
            end("quick", time, OutcomeStatus.SUCCEEDED);
        }
        end("slow", "06:01:00", OutcomeStatus.SUCCEEDED);
        end("sometimes", "06:01:00", OutcomeStatus.SUCCEEDED);
        run(40);
        assertThat(published.of("c")).containsExactly("c@06:01:00");
    }

    @Test
    void instantOutsideThePeriodOfOneFurtherUpIsNotOwed() {
        define("late", "'dependsOn':['a'],'from':'2026-11-18T06:00:20Z'");
        define("c", "'dependsOn':['a','late'],'deadline':'30s'");
        run(25);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        end("a", "06:00:20", OutcomeStatus.SUCCEEDED);
        end("late", "06:00:20", OutcomeStatus.SUCCEEDED);
        run(60);
        assertThat(published.of("c")).containsExactly("c@06:00:20");
    }

    @Test
    void diamondFiresItsTipOnce() {
        define("left", "'dependsOn':['a']");
        define("right", "'dependsOn':['a']");
        define("tip", "'dependsOn':['left','right']");
        run(15);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        end("left", "06:00:10", OutcomeStatus.SUCCEEDED);
        end("right", "06:00:10", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("tip")).containsExactly("tip@06:00:10");
    }

    @Test
    void aThousandParentsAreCountedAcrossTakeovers() {
        List<String> parents = IntStream.range(0, 1_000).mapToObj(i -> "p" + i).toList();
        parents.forEach(parent -> cluster.define(TestSchedules.of(parent, "'every':'10s'")));
        String named = parents.stream().map(p -> "'" + p + "'").collect(Collectors.joining(","));
        define("fan", "'dependsOn':[" + named + "]");
        run(10);
        for (int i = 0; i < 1_000; i++) {
            cluster.end("p" + i + ":2026-11-18T06:00:10Z", OutcomeStatus.SUCCEEDED);
            if (i % 400 == 100) {
                cluster.settle();
                cluster.coldTakeover();
            }
        }
        cluster.settle();
        assertThat(published.of("fan")).containsExactly("fan@06:00:10");
    }

    @Test
    void rangeOfSkippedTicksIsExpanded() {
        define("c", "'dependsOn':['a']");
        define("sweep", "'dependsOn':['a'],'dependsOnEnd':'ended'");
        run(35);
        Instant first = Instant.parse("2026-11-18T06:00:10Z");
        cluster.end(
                "a:" + first,
                OutcomeStatus.SKIPPED,
                new SkippedRange(SkipReason.MISSED, first, first.plusSeconds(20), 3));
        cluster.settle();
        assertThat(published.of("c")).containsExactly("c skips 06:00:10-06:00:30 (3) DEPENDENCY");
        assertThat(published.of("sweep")).containsExactly("sweep@06:00:10", "sweep@06:00:20", "sweep@06:00:30");
    }

    @Test
    void instantThatWaitsBeyondItsDeadlineIsSkipped() {
        define("c", "'dependsOn':['a','b'],'deadline':'30s'");
        run(15);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        run(30);
        assertThat(published.of("c")).containsExactly("c skips 06:00:10 DEPENDENCY");
        end("b", "06:00:10", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).hasSize(1);
    }

    @Test
    void instantWhoseLastEndCameWhileItsDeadlineWasPassedFires() {
        define("c", "'dependsOn':['a','b'],'deadline':'30s'");
        run(15);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        run(24);
        cluster.end("b:2026-11-18T06:00:10Z", OutcomeStatus.SUCCEEDED);
        cluster.clock.advance(Duration.ofSeconds(1));
        cluster.settle();
        assertThat(published.of("c")).containsExactly("c@06:00:10");
    }

    @Test
    void cycleIsRefusedAndShown() {
        define("x", "'dependsOn':['y']");
        define("y", "'dependsOn':['z']");
        define("z", "'dependsOn':['x']");
        assertThat(published.events(EventType.SCHEDULE_BROKEN))
                .singleElement()
                .satisfies(event ->
                        assertThat(event.message()).contains("DEPENDENCY_CYCLE").contains("z -> x -> y -> z"));
    }

    @Test
    void endsFromBeforeItWasDefinedDoNotCount() {
        run(15);
        define("c", "'dependsOn':['a']");
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).isEmpty();
        run(10);
        end("a", "06:00:20", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).containsExactly("c@06:00:20");
    }

    @Test
    void oneDefinedWhileAnInstantIsBeingDecidedDoesNotWaitForIt() {
        IntStream.range(0, 9).forEach(i -> define("a" + i, "'every':'10s'"));
        run(9);
        cluster.clock.advance(Duration.ofSeconds(1));
        commitSmall();
        assertThat(published.of("a")).containsExactly("a@06:00:10");
        // Inputs that have waited this long are applied between the ticks.
        cluster.inputsHaveWaited = Duration.ofSeconds(2);
        cluster.end("a:2026-11-18T06:00:10Z", OutcomeStatus.SUCCEEDED);
        commitSmall();
        // The broker's clock is behind, so that only the slices decide where it begins.
        cluster.brokersAhead = Duration.ofSeconds(-2);
        cluster.define(TestSchedules.of("c", "'dependsOn':['a','b'],'deadline':'30s'"));
        commitSmall();
        assertThat(published.of("b")).isEmpty();
        cluster.settle();
        end("b", "06:00:10", OutcomeStatus.SUCCEEDED);
        run(40);
        assertThat(published.of("c")).isEmpty();
    }

    @Test
    void passedDeadlinesDoNotWaitForTheLastOfTheOutcomes() {
        define("c", "'dependsOn':['a','b'],'deadline':'30s'");
        define("d", "'dependsOn':['a']");
        define("e", "'dependsOn':['a']");
        run(15);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        cluster.clock.advance(Duration.ofSeconds(27));
        cluster.end("a:2026-11-18T06:00:20Z", OutcomeStatus.SUCCEEDED);
        cluster.end("a:2026-11-18T06:00:30Z", OutcomeStatus.SUCCEEDED);
        for (int i = 0; i < 20 && published.of("c").isEmpty(); i++) {
            cluster.leader().apply(cluster.commit(cluster.plan(1).orElseThrow()));
        }
        assertThat(published.of("c")).containsExactly("c skips 06:00:10 DEPENDENCY");
        assertThat(published.of("d")).containsExactly("d@06:00:10");
    }

    private void commitSmall() {
        for (int i = 0; i < 2; i++) {
            cluster.leader().apply(cluster.commit(cluster.plan(1).orElseThrow()));
        }
    }

    @Test
    void editKeepsTheEndsSoFarAndMayLeaveNothingToWaitFor() {
        define("c", "'dependsOn':['a','b']");
        run(25);
        end("b", "06:00:10", OutcomeStatus.SUCCEEDED);
        define("c", "'dependsOn':['b']");
        assertThat(published.of("c")).containsExactly("c@06:00:10");
        end("b", "06:00:20", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).containsExactly("c@06:00:10", "c@06:00:20");
    }

    @Test
    void followsItsOwnOverlapRunsAndPause() {
        define("c", "'dependsOn':['a'],'overlap':'skip','maxRuns':2");
        run(35);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        end("a", "06:00:20", OutcomeStatus.SUCCEEDED);
        end("c", "06:00:10", OutcomeStatus.SUCCEEDED);
        end("a", "06:00:30", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).containsExactly("c@06:00:10", "c skips 06:00:20 OVERLAP", "c@06:00:30");
        run(30);
        end("a", "06:00:40", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).hasSize(3);
        define("c", "'dependsOn':['a'],'enabled':false");
        end("a", "06:00:50", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).hasSize(4).contains("c skips 06:00:50 PAUSED");
    }

    @Test
    void instantWithSomeEndsIsSkippedWhenAnotherEndIsRequired() {
        define("c", "'dependsOn':['a','b'],'dependsOnEnd':'ended'");
        define("d", "'dependsOn':['a','b']");
        run(15);
        end("a", "06:00:10", OutcomeStatus.FAILED);
        define("c", "'dependsOn':['a','b']");
        assertThat(published.of("c")).containsExactly("c skips 06:00:10 DEPENDENCY");
        end("b", "06:00:10", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).hasSize(1);
        run(10);
        end("a", "06:00:20", OutcomeStatus.SUCCEEDED);
        define("d", "'dependsOn':['a','b'],'dependsOnEnd':'ended'");
        end("b", "06:00:20", OutcomeStatus.FAILED);
        assertThat(published.of("d")).containsExactly("d skips 06:00:10 DEPENDENCY", "d@06:00:20");
    }

    @Test
    void instantWithSomeEndsIsSkippedWithItsScheduleOrItsDependencies() {
        define("c", "'dependsOn':['a','b']");
        define("d", "'dependsOn':['a','b']");
        define("e", "'dependsOn':['a','b']");
        run(15);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        cluster.define("c", null);
        cluster.settle();
        define("d", "'every':'1h'");
        end("b", "06:00:10", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).containsExactly("c skips 06:00:10 DEPENDENCY");
        assertThat(published.of("d")).containsExactly("d skips 06:00:10 DEPENDENCY");
        assertThat(published.of("e")).containsExactly("e@06:00:10");
    }
}
