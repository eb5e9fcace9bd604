package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Schedules that depend on the ends of executions: overlap, afterEnd, dependencies, pause after failures. */
@CarillonSystem
@Timeout(120)
final class EndsScenarioTest {
    private static Schedule schedule(String taskId, String type, String fields) {
        String json = "{'taskId':'" + taskId + "','type':'" + type + "'," + fields + "}";
        return Kind.SCHEDULE.decode(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void tickIsSkippedWhileTheOneBeforeRunsAndTheNextFollowsItsEnd(RunningCarillon carillon) {
        carillon.apply(schedule("skipping", Bells.LONG, "'every':'1s','overlap':'skip'"));
        List<Outcome> skips = carillon.awaitOutcomes("skipping", 2);
        assertThat(skips).extracting(Outcome::status).containsOnly(OutcomeStatus.SKIPPED);
        assertThat(skips)
                .extracting(Outcome::skipped)
                .extracting(SkippedRange::reason)
                .containsOnly(SkipReason.OVERLAP);
        assertThat(carillon.bells().runsOfTask("skipping")).isEqualTo(1);
        carillon.delete("skipping");
        Instant first = skips.stream()
                .map(skip -> skip.key().execTime().instant())
                .min(Instant::compareTo)
                .orElseThrow();
        carillon.bells().release("skipping:" + first.minusSeconds(1));
        carillon.awaitOutcomes("skipping", 3);
    }

    @Test
    void oneThatFollowsItsEndsSurvivesAnotherLeader(RunningCarillon carillon) throws Exception {
        carillon.apply(schedule("following", Bells.RING, "'afterEnd':'1s'"));
        carillon.awaitOutcomes("following", 2);
        carillon.trigger().stopAbruptly();
        carillon.trigger().start();
        List<Outcome> outcomes = carillon.awaitOutcomes("following", 4);
        carillon.delete("following");
        assertThat(outcomes).extracting(Outcome::key).doesNotHaveDuplicates();
    }

    @Test
    void diamondFiresItsTipForEachInstantAndNoMoreThanItsRuns(RunningCarillon carillon) {
        carillon.apply(schedule("left", Bells.RING, "'dependsOn':['top']"));
        carillon.apply(schedule("right", Bells.RING, "'dependsOn':['top']"));
        carillon.apply(schedule("tip", Bells.RING, "'dependsOn':['left','right']"));
        carillon.apply(schedule("top", Bells.RING, "'every':'1s','maxRuns':3"));
        List<Outcome> tips = carillon.awaitOutcomes("tip", 3);
        List<Outcome> tops = carillon.awaitOutcomes("top", 3);
        assertThat(tips).extracting(Outcome::status).containsOnly(OutcomeStatus.SUCCEEDED);
        assertThat(tips)
                .extracting(outcome -> outcome.key().execTime())
                .containsExactlyInAnyOrderElementsOf(
                        tops.stream().map(outcome -> outcome.key().execTime()).toList());
    }

    @Test
    void failuresInARowPauseASchedule(RunningCarillon carillon) {
        carillon.apply(
                schedule("failing", Bells.BROKEN, "'every':'1s','pauseAfterFailures':2,'retry':{'maxRetries':0}"));
        carillon.awaitEvent(
                "failing is paused",
                event -> event.type() == EventType.SCHEDULE_PAUSED
                        && event.subject().equals("failing"));
        carillon.delete("failing");
    }
}
