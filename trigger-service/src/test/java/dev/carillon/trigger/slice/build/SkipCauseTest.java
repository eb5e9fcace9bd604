package dev.carillon.trigger.slice.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.trigger.slice.Published;
import dev.carillon.trigger.slice.SimulatedCluster;
import dev.carillon.trigger.slice.TestSchedules;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cause in the record of a skip, beyond its reason code. */
class SkipCauseTest {
    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    @BeforeEach
    void begin() {
        cluster.settle();
    }

    private void define(String taskId, String fields) {
        cluster.define(TestSchedules.of(taskId, fields));
        cluster.settle();
    }

    private void run(int seconds) {
        cluster.run(Duration.ofSeconds(seconds));
    }

    private void end(String key, OutcomeStatus status) {
        cluster.end(key, status);
        cluster.settle();
    }

    @Test
    void overlapNamesTheBlockingExecution() {
        define("t", "'every':'10s','overlap':'skip'");
        run(25);
        assertThat(published.causes()).containsExactly("t:2026-11-18T06:00:10Z had no outcome yet");
    }

    @Test
    void tickWhosePlaceALaterOneTookNamesThatOne() {
        define("t", "'every':'10s','overlap':'cancel-other'");
        run(35);
        assertThat(published.causes())
                .containsExactly("the tick of 2026-11-18T06:00:30Z took its place, as overlap is cancel-other");
    }

    @Test
    void tickThatMayNotWaitAsOneDoesNamesThatOne() {
        define("t", "'every':'10s','overlap':'queue-one'");
        run(35);
        assertThat(published.causes()).containsExactly("1 tick waits already, the first of 2026-11-18T06:00:20Z");
    }

    @Test
    void tickThatMayNotWaitAsAThousandDoSaysSo() {
        define("t", "'every':'1s','overlap':'queue-all'");
        run(1_005);
        assertThat(published.causes())
                .isNotEmpty()
                .containsOnly("1000 ticks wait already, the first of 2026-11-18T06:00:02Z");
    }

    @Test
    void tickThatANewDefinitionLetsWaitNoLongerSaysSo() {
        define("t", "'every':'10s','overlap':'queue-all'");
        run(35);
        define("t", "'every':'10s','overlap':'skip'");
        assertThat(published.causes())
                .hasSize(2)
                .containsOnly("it waited for an earlier execution, and a new definition does not let it wait");
    }

    @Test
    void waitingTickOfAScheduleThatIsPausedSaysSo() {
        define("t", "'every':'10s','overlap':'queue-all'");
        run(25);
        define("t", "'every':'10s','overlap':'queue-all','enabled':false");
        assertThat(published.causes()).containsExactly("the schedule was paused while it waited");
    }

    @Test
    void waitingTickOfAScheduleThatPausesItselfSaysWhy() {
        define("t", "'every':'10s','overlap':'queue-all','pauseAfterFailures':1");
        run(25);
        end("t:2026-11-18T06:00:10Z", OutcomeStatus.FAILED);
        assertThat(published.causes())
                .containsExactly("the schedule paused itself while it waited: 1 execution failed, the last one"
                        + " t:2026-11-18T06:00:10Z");
    }

    @Test
    void waitingTickOfADeletedScheduleSaysThatItWasDeleted() {
        define("t", "'every':'10s','overlap':'queue-all'");
        run(25);
        cluster.define("t", null);
        cluster.settle();
        assertThat(published.causes())
                .containsExactly("the schedule was deleted while it waited for an earlier execution");
    }

    @Test
    void waitingTickOfACompleteScheduleSaysThatItsRunsAreUsedUp() {
        define("t", "'every':'10s','maxRuns':2,'overlap':'queue-all'");
        run(35);
        end("t:2026-11-18T06:00:10Z", OutcomeStatus.SUCCEEDED);
        end("t:2026-11-18T06:00:20Z", OutcomeStatus.SUCCEEDED);
        assertThat(published.causes()).containsExactly("the schedule had its 2 runs (maxRuns) while it waited");
    }

    @Test
    void dependantNamesTheOneThatEndedOtherwise() {
        define("a", "'every':'10s'");
        define("c", "'dependsOn':['a']");
        run(15);
        end("a:2026-11-18T06:00:10Z", OutcomeStatus.FAILED);
        assertThat(published.causes()).containsExactly("a ended FAILED, and dependsOnEnd is succeeded");
    }

    @Test
    void dependantThatWaitedTooLongNamesItsDeadlineAndTheMissing() {
        define("a", "'every':'10s'");
        define("b", "'every':'10s'");
        define("c", "'dependsOn':['a','b'],'deadline':'30s'");
        run(15);
        end("a:2026-11-18T06:00:10Z", OutcomeStatus.SUCCEEDED);
        run(30);
        assertThat(published.causes())
                .containsExactly("its deadline, 2026-11-18T06:00:40Z, has passed; it waited for b");
    }

    @Test
    void dependantOfMoreInstantsThanCanBeOpenNamesTheLimitAndTheMissing() {
        define("a", "'every':'1s'");
        define("b", "'every':'1s'");
        define("c", "'dependsOn':['a','b']");
        run(1_005);
        Instant first = Instant.parse("2026-11-18T06:00:02Z");
        for (int i = 0; i <= 1_000; i++) {
            cluster.end("a:" + first.plusSeconds(i), OutcomeStatus.SUCCEEDED);
        }
        cluster.settle();
        assertThat(published.causes())
                .containsExactly("the limit of 1000 open instants was reached, and it was the oldest; it waited for b");
    }

    @Test
    void dependantThatIsChangedWhileItWaitsSaysSo() {
        define("a", "'every':'10s'");
        define("b", "'every':'10s'");
        define("c", "'dependsOn':['a','b']");
        run(15);
        end("a:2026-11-18T06:00:10Z", OutcomeStatus.SUCCEEDED);
        define("c", "'every':'1h'");
        assertThat(published.causes())
                .containsExactly("the schedule was deleted or changed before all that it depends on had ended");
    }

    @Test
    void dependantThatIsPausedWhenTheLastEndsSaysSo() {
        define("a", "'every':'10s'");
        define("c", "'dependsOn':['a'],'enabled':false");
        run(15);
        end("a:2026-11-18T06:00:10Z", OutcomeStatus.SUCCEEDED);
        assertThat(published.causes()).containsExactly("it was paused when the last schedule it depends on ended");
    }

    @Test
    void instantAppliedTooLateNamesWhenItWasWritten() {
        run(5);
        define("t", "'at':'2026-11-18T05:00:00Z','missed':{'policy':'none'}");
        assertThat(published.causes()).singleElement().satisfies(cause -> assertThat(cause)
                .contains("its definition was written at 2026-11-18T06:00:0")
                .contains("too late for this instant"));
    }

    @Test
    void tickThatNoTriggerDecidedInTimeSaysSo() {
        define("t", "'every':'10s','missed':{'policy':'none'}");
        cluster.clock.advance(Duration.ofMinutes(5));
        cluster.coldTakeover();
        cluster.settle();
        assertThat(published.causes()).first().asString().startsWith("no trigger decided it in time");
    }

    @Test
    void pauseSaysSinceWhen() {
        define("t", "'every':'10s'");
        run(15);
        define("t", "'every':'10s','enabled':false");
        run(20);
        cluster.define("t", null);
        cluster.settle();
        assertThat(published.causes()).singleElement().asString().startsWith("it was paused since 2026-11-18T06:00:1");
    }

    @Test
    void tickWhoseCalendarIsGoneNamesIt() {
        cluster.define(new Calendar("days", null, List.of(), List.of(), List.of(), Map.of()));
        cluster.settle();
        define("t", "'every':'10s','calendar':'days'");
        cluster.defineCalendar("days", null);
        run(12);
        assertThat(published.causes()).containsExactly("its calendar days does not exist");
    }

    @Test
    void tickWhoseQueueIsGoneNamesIt() {
        define("t", "'every':'10s'");
        cluster.queues.clear();
        run(12);
        assertThat(published.causes()).containsExactly("its queue \"default\" has no topics");
    }
}
