package dev.carillon.system.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Schedules fire, pause, resume and change. */
@CarillonSystem
@Timeout(120)
final class ScheduleScenarioTest {
    private static final Work RING = Work.of(Bells.RING, RawJson.NULL);
    private static final FiringRule EVERY_SECOND = FiringRule.cron("* * * * * *", null);

    @Test
    void everyTickOfACronExpressionHasOneOutcome(RunningCarillon carillon) {
        carillon.apply(Schedule.of("cron", EVERY_SECOND, RING));
        List<Outcome> outcomes = carillon.awaitOutcomes("cron", 4);
        carillon.delete("cron");
        assertThat(outcomes).extracting(Outcome::status).containsOnly(OutcomeStatus.SUCCEEDED);
        assertThat(outcomes)
                .extracting(outcome -> outcome.key().execTime().instant().getNano())
                .containsOnly(0);
        assertThat(outcomes).extracting(Outcome::key).doesNotHaveDuplicates();
    }

    @Test
    void oneOffFiresAtItsInstant(RunningCarillon carillon) {
        Instant at = carillon.clock().instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(2);
        carillon.apply(Schedule.of("one-off", FiringRule.at(at), RING));
        Outcome outcome = carillon.awaitOutcomes("one-off", 1).get(0);
        assertThat(outcome.key().toString()).isEqualTo("one-off:" + at);
    }

    @Test
    void runNowMakesOneExecutionBesideTheTicks(RunningCarillon carillon) {
        carillon.apply(Schedule.of("yearly", FiringRule.cron("0 0 1 1 *", null), RING));
        awaitApplied(carillon, "yearly");
        ExecutionKey key = carillon.runNow("yearly");
        assertThat(carillon.awaitOutcome(key).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(carillon.bells().runsOfTask("yearly")).isEqualTo(1);
    }

    private static void awaitApplied(RunningCarillon carillon, String taskId) {
        carillon.awaitEvent(
                taskId + " applied",
                event -> event.type() == EventType.SCHEDULE_APPLIED
                        && String.valueOf(event.data()).contains(taskId));
    }

    @Test
    void pausedScheduleRestsAndResumes(RunningCarillon carillon) {
        Schedule schedule = Schedule.of("paused", EVERY_SECOND, RING);
        carillon.apply(schedule);
        carillon.awaitOutcomes("paused", 2);
        RecordMetadata pause = carillon.put(
                schedule.withEnabled(false, "rest", carillon.clock().instant()));
        Instant since = appliedBy(carillon, pause.offset());
        // Ticks of another schedule show that time passes while this one is paused.
        carillon.apply(Schedule.of("meanwhile", EVERY_SECOND, RING));
        carillon.awaitOutcomes("meanwhile", 3);
        carillon.delete("meanwhile");
        List<Outcome> before = carillon.awaitOutcomes("paused", 2);
        assertThat(before)
                .extracting(outcome -> outcome.key().execTime().instant())
                .allMatch(instant -> !instant.isAfter(since.plusSeconds(1)));
        carillon.apply(schedule.withEnabled(true, null, carillon.clock().instant()));
        carillon.awaitOutcomes("paused", before.size() + 2);
        carillon.delete("paused");
    }

    @Test
    void everyKindOfChangeTakesEffectWithinASecond(RunningCarillon carillon) {
        Schedule everySecond = Schedule.of("changed", EVERY_SECOND, RING);
        Schedule rare = Schedule.of("changed", FiringRule.every(Duration.ofHours(1)), RING);

        RecordMetadata added = carillon.put(everySecond);
        takesEffectWithinASecond(carillon, "added", added);
        assertThat(firstTickAfter(carillon, added)).isBefore(written(added).plusSeconds(2));

        takesEffectWithinASecond(carillon, "edited", carillon.put(rare));
        Instant now = carillon.clock().instant();
        takesEffectWithinASecond(carillon, "disabled", carillon.put(rare.withEnabled(false, "rest", now)));
        takesEffectWithinASecond(carillon, "enabled", carillon.put(rare.withEnabled(true, null, now)));
        takesEffectWithinASecond(
                carillon, "deleted", carillon.door().put(carillon.names().schedules(), "changed", null));

        RecordMetadata again = carillon.put(everySecond);
        takesEffectWithinASecond(carillon, "created again", again);
        assertThat(firstTickAfter(carillon, again)).isBefore(written(again).plusSeconds(2));
        carillon.delete("changed");
    }

    private static void takesEffectWithinASecond(RunningCarillon carillon, String what, RecordMetadata change) {
        assertThat(appliedBy(carillon, change.offset()))
                .as(what)
                .isBefore(written(change).plusSeconds(1));
    }

    private static Instant written(RecordMetadata change) {
        return Instant.ofEpochMilli(change.timestamp());
    }

    /** The instant of the first tick after a definition was written. */
    private static Instant firstTickAfter(RunningCarillon carillon, RecordMetadata definition) {
        return carillon
                .watch()
                .await("a tick of the definition", carillon.names().outcomes(), 1, RunningCarillon.SOON, record -> {
                    ExecutionKey key = ExecutionKey.parse(record.keyText());
                    return key.taskId().equals("changed")
                            && key.execTime().instant().isAfter(written(definition));
                })
                .stream()
                .map(record -> ExecutionKey.parse(record.keyText()).execTime().instant())
                .min(Instant::compareTo)
                .orElseThrow();
    }

    /** The append time of the slice that applied this offset of {@code schedules}. */
    private static Instant appliedBy(RunningCarillon carillon, long offset) {
        List<SeenRecord> slices = carillon.watch()
                .await("slices beyond " + offset, carillon.names().events(), 1, RunningCarillon.SOON, record -> {
                    Event event = Kind.EVENT.decode(Objects.requireNonNull(record.value()));
                    return event.type() == EventType.SLICE
                            && event.data() != null
                            && Slice.read(Json.fieldsOf(event.data().node()))
                                            .to()
                                            .schedules()
                                    > offset;
                });
        return slices.get(0).appended();
    }
}
