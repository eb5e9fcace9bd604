package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.timing.state.ScheduleState;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Schedules that follow their own ends, end after a number of runs, or pause after failures. */
class AfterEndTest {
    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    @BeforeEach
    void settle() {
        cluster.settle();
    }

    private void define(String fields) {
        cluster.define(TestSchedules.of("t", fields));
        cluster.settle();
    }

    private void run(int seconds) {
        cluster.run(Duration.ofSeconds(seconds));
    }

    private void end(String time, OutcomeStatus status) {
        cluster.end("t:2026-11-18T" + time + "Z", status);
        cluster.settle();
    }

    private ScheduleState state() {
        return Objects.requireNonNull(cluster.leader().state("t"));
    }

    @Test
    void nextOneComesTheDelayAfterTheLastOnesEndOnAWholeSecond() {
        define("'afterEnd':'10s'");
        run(5);
        assertThat(published.all()).containsExactly("t@06:00:01");
        cluster.clock.advance(Duration.ofMillis(300));
        end("06:00:01", OutcomeStatus.FAILED);
        run(10);
        assertThat(published.all()).containsExactly("t@06:00:01");
        run(1);
        assertThat(published.all()).containsExactly("t@06:00:01", "t@06:00:16");
    }

    @Test
    void firstOneComesAtFromAndNoneAfterUntil() {
        define("'afterEnd':'10s','from':'2026-11-18T06:00:20Z','until':'2026-11-18T06:00:30Z'");
        run(19);
        assertThat(published.all()).isEmpty();
        run(1);
        assertThat(published.all()).containsExactly("t@06:00:20");
        run(5);
        end("06:00:20", OutcomeStatus.SUCCEEDED);
        run(30);
        assertThat(published.all()).containsExactly("t@06:00:20");
    }

    @Test
    void goesOnAfterATakeoverAtAnyPoint() {
        define("'afterEnd':'10s'");
        run(5);
        cluster.coldTakeover();
        end("06:00:01", OutcomeStatus.SUCCEEDED);
        cluster.coldTakeover();
        run(10);
        assertThat(published.all()).containsExactly("t@06:00:01", "t@06:00:15");
    }

    @Test
    void outcomeThatNeverComesIsNotWaitedForForEver() {
        define("'afterEnd':'10s','deadline':'20s','timeout':'30s'");
        run(1 + 110);
        assertThat(published.tasks()).hasSize(1);
        run(15);
        assertThat(published.tasks()).hasSize(2);
        assertThat(published.events(EventType.OVERDUE)).hasSize(1);
    }

    @Test
    void missedTickFollowsTheRuleAndTheNextCountsFromThen() {
        define("'afterEnd':'10s','missed':{'policy':'none'}");
        run(5);
        end("06:00:01", OutcomeStatus.SUCCEEDED);
        cluster.clock.advance(Duration.ofMinutes(10));
        cluster.coldTakeover();
        cluster.settle();
        assertThat(published.all()).containsExactly("t@06:00:01", "t skips 06:00:15 MISSED");
        run(15);
        assertThat(published.all()).containsExactly("t@06:00:01", "t skips 06:00:15 MISSED", "t@06:10:15");
    }

    @Test
    void changedDelayAndPauseKeepTheOrder() {
        define("'afterEnd':'10s'");
        run(5);
        define("'afterEnd':'20s'");
        end("06:00:01", OutcomeStatus.SUCCEEDED);
        define("'afterEnd':'20s','enabled':false");
        run(30);
        assertThat(published.tasks()).containsExactly("t@06:00:01");
        define("'afterEnd':'20s'");
        assertThat(published.tasks()).containsExactly("t@06:00:01", "t@06:00:25");
        run(30);
        assertThat(published.tasks()).hasSize(2);
    }

    @Test
    void scheduleIsCompleteAfterItsRuns() {
        define("'every':'10s','maxRuns':3");
        run(60);
        assertThat(published.all()).containsExactly("t@06:00:10", "t@06:00:20", "t@06:00:30");
        assertThat(state().isComplete()).isTrue();
        cluster.coldTakeover();
        run(20);
        assertThat(published.all()).hasSize(3);
        define("'every':'10s','maxRuns':4");
        run(30);
        assertThat(published.all()).hasSize(4);
        define("'every':'10s'");
        run(30);
        assertThat(published.all()).hasSize(7);
    }

    @Test
    void skippedTicksAreNoRuns() {
        define("'every':'10s','maxRuns':2,'overlap':'skip'");
        run(30);
        assertThat(published.tasks()).hasSize(1);
        end("06:00:10", OutcomeStatus.SUCCEEDED);
        run(30);
        assertThat(published.all())
                .containsExactly("t@06:00:10", "t skips 06:00:20 OVERLAP", "t skips 06:00:30 OVERLAP", "t@06:00:40");
    }

    @Test
    void ticksThatWaitWhenTheRunsAreUsedUpAreSkipped() {
        define("'every':'10s','maxRuns':2,'overlap':'queue-all'");
        run(35);
        end("06:00:10", OutcomeStatus.SUCCEEDED);
        end("06:00:20", OutcomeStatus.SUCCEEDED);
        assertThat(published.all()).containsExactly("t@06:00:10", "t@06:00:20", "t skips 06:00:30 OVERLAP");
    }

    @Test
    void madeUpTicksStopAtTheLastRun() {
        define("'every':'10s','maxRuns':3,'missed':{'policy':'all'}");
        cluster.clock.advance(Duration.ofMinutes(5));
        cluster.coldTakeover();
        cluster.settle();
        run(20);
        assertThat(published.all()).containsExactly("t@06:00:10", "t@06:00:20", "t@06:00:30");
    }

    @Test
    void failuresInARowPauseItUntilItIsResumed() {
        define("'every':'10s','pauseAfterFailures':2");
        run(35);
        end("06:00:10", OutcomeStatus.FAILED);
        end("06:00:20", OutcomeStatus.SUCCEEDED);
        end("06:00:30", OutcomeStatus.FAILED);
        run(10);
        assertThat(published.tasks()).hasSize(4);
        end("06:00:40", OutcomeStatus.FAILED);
        assertThat(state().isPaused()).isTrue();
        assertThat(published.events(EventType.SCHEDULE_PAUSED)).hasSize(1);
        cluster.coldTakeover();
        run(30);
        assertThat(published.tasks()).hasSize(4);
        define("'every':'10s','pauseAfterFailures':2,'missed':{'policy':'none'}");
        assertThat(published.all()).contains("t skips 06:00:50-06:01:10 (3) PAUSED");
        run(10);
        assertThat(published.tasks()).hasSize(5);
    }
}
