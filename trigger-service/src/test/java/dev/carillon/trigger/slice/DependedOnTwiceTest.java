package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.timing.state.ParentProgress;
import dev.carillon.timing.state.ScheduleState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Outcomes that come again, too early, or under keys that a client chose. */
class DependedOnTwiceTest {
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

    private void assertCanBeCommittedNow() {
        assertThat(cluster.committed)
                .allSatisfy(plan -> assertThat(plan.notBefore() == null ? Instant.EPOCH : plan.notBefore())
                        .isBeforeOrEqualTo(cluster.clock.instant()));
    }

    private ScheduleState state(String taskId) {
        return Objects.requireNonNull(cluster.leader().state(taskId));
    }

    private ParentProgress progress() {
        return Objects.requireNonNull(state("c").progress().parents());
    }

    @Test
    void endUnderAFutureInstantIsNoTicks() {
        define("c", "'dependsOn':['a'],'dependsOnEnd':'ended'");
        define("d", "'dependsOn':['a']");
        run(5);
        cluster.end("a:2099-01-01T00:00:00Z", OutcomeStatus.CANCELLED);
        cluster.settle();
        end("a", "06:00:10", OutcomeStatus.CANCELLED);
        assertThat(published.of("c")).isEmpty();
        assertThat(published.of("d")).isEmpty();
        assertCanBeCommittedNow();
        run(5);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).containsExactly("c@06:00:10");
        assertThat(published.of("d")).containsExactly("d@06:00:10");
    }

    @Test
    void rangeThatReachesBeyondTheWatermarkCountsUpToIt() {
        define("c", "'dependsOn':['a'],'dependsOnEnd':'ended'");
        run(25);
        Instant first = Instant.parse("2026-11-18T06:00:10Z");
        cluster.end(
                "a:" + first,
                OutcomeStatus.SKIPPED,
                new SkippedRange(SkipReason.MISSED, first, first.plusSeconds(50), 6));
        cluster.settle();
        assertThat(published.of("c")).containsExactly("c@06:00:10", "c@06:00:20");
        assertCanBeCommittedNow();
    }

    @Test
    void failureUnderAFutureInstantDoesNotCount() {
        define("m", "'every':'10s','pauseAfterFailures':1");
        run(15);
        end("m", "07:00:00", OutcomeStatus.FAILED);
        assertThat(state("m").isPaused()).isFalse();
    }

    @Test
    void instantIsDecidedOnceHoweverOftenAParentEndsForIt() {
        define("c", "'dependsOn':['a']");
        define("d", "'dependsOn':['a','b'],'deadline':'30s'");
        run(15);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        end("b", "06:00:10", OutcomeStatus.SUCCEEDED);
        end("a", "06:00:10", OutcomeStatus.FAILED);
        cluster.coldTakeover();
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        run(60);
        assertThat(published.of("c")).containsExactly("c@06:00:10");
        assertThat(published.of("d")).containsExactly("d@06:00:10");
    }

    @Test
    void oneThatFailedAndIsRunAgainUnderItsKeyChangesNothing() {
        define("c", "'dependsOn':['a']");
        run(15);
        end("a", "06:00:10", OutcomeStatus.FAILED);
        end("a", "06:00:10", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).containsExactly("c skips 06:00:10 DEPENDENCY");
    }

    @Test
    void oneOffThatIsAppliedAgainStartsItsDependantsOnce() {
        define("once", "'at':'2026-11-18T06:00:10Z'");
        define("c", "'dependsOn':['once']");
        run(15);
        end("once", "06:00:10", OutcomeStatus.SUCCEEDED);
        cluster.define("once", null);
        cluster.settle();
        define("once", "'at':'2026-11-18T06:00:10Z'");
        end("once", "06:00:10", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("once")).containsExactly("once@06:00:10");
        assertThat(published.of("c")).containsExactly("c@06:00:10");
    }

    @Test
    void earlierInstantOfAOneOffIsOwedAllTheSame() {
        define("once", "'at':'2026-11-18T06:00:10Z'");
        define("c", "'dependsOn':['once']");
        run(15);
        end("once", "06:00:10", OutcomeStatus.SUCCEEDED);
        define("once", "'at':'2026-11-18T06:00:08Z'");
        end("once", "06:00:08", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).containsExactly("c@06:00:10", "c@06:00:08");
    }

    @Test
    void slowInstantIsDecidedAfterManyLaterOnes() {
        define("fast", "'every':'1s'");
        define("c", "'dependsOn':['fast']");
        cluster.clock.advance(Duration.ofSeconds(1));
        cluster.settle();
        for (int i = 2; i <= 1_500; i++) {
            cluster.clock.advance(Duration.ofSeconds(1));
            cluster.settle();
            cluster.end("fast:" + cluster.clock.instant(), OutcomeStatus.SUCCEEDED);
        }
        cluster.settle();
        assertThat(progress().finished()).hasSize(1);
        end("fast", "06:00:01", OutcomeStatus.SUCCEEDED);
        assertThat(published.of("c")).hasSize(1_500).endsWith("c@06:00:01");
        assertThat(progress().finished()).isEmpty();
    }

    @Test
    void markerCanBeReadHoweverManySeparateInstantsHaveFinished() {
        define("e", "'afterEnd':'1h'");
        define("x", "'dependsOn':['e']");
        define("y", "'dependsOn':['e']");
        define("c", "'dependsOn':['x','y']");
        Instant first = cluster.clock.instant().plusSeconds(1);
        run(2_400);
        for (int i = 0; i < 1_010; i += 2) {
            // Two runs at a time, so that the second finishes when the first has used the room that was made.
            for (String parent : List.of("x", "y")) {
                cluster.end(parent + ":" + first.plusSeconds(2L * i), OutcomeStatus.SUCCEEDED);
                cluster.end(parent + ":" + first.plusSeconds(2L * i + 2), OutcomeStatus.SUCCEEDED);
            }
            cluster.settle();
        }
        assertThat(published.of("c")).hasSize(1_010);
        assertThat(progress().finished().size()).isLessThanOrEqualTo(1_000);
        cluster.coldTakeover();
        cluster.end("y:" + first.plusSeconds(2_018), OutcomeStatus.SUCCEEDED);
        cluster.settle();
        assertThat(published.of("c")).hasSize(1_010);
    }
}
