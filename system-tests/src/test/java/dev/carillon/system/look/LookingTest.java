package dev.carillon.system.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.checker.read.Run;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@CarillonSystem
final class LookingTest {
    private static final Schedule SCHEDULE =
            Schedule.of("looked-at", FiringRule.cron("* * * * * *", null), Work.of(Bells.RING, RawJson.NULL));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path home;

    /** Some ticks run, some are in a pause, and some are older than the definition. */
    @Test
    void ticksAreAnsweredAsTheRecordsHaveThem(RunningCarillon carillon) {
        TypedCommands carillonCommand = new TypedCommands(carillon, home);
        carillon.apply(SCHEDULE);
        Instant first =
                carillon.awaitOutcomes("looked-at", 2).get(0).key().execTime().instant();
        carillon.apply(
                SCHEDULE.withEnabled(false, "a test rests", carillon.clock().instant()));
        carillon.apply(
                Schedule.of("meanwhile", FiringRule.cron("* * * * * *", null), Work.of(Bells.RING, RawJson.NULL)));
        carillon.awaitOutcomes("meanwhile", 3);
        carillon.delete("meanwhile");
        carillon.apply(SCHEDULE.withEnabled(true, null, carillon.clock().instant()));
        List<Outcome> all = carillon.awaitOutcomes("looked-at", 5);
        carillon.delete("looked-at");
        Instant last = all.stream()
                .map(outcome -> outcome.key().execTime().instant())
                .max(Instant::compareTo)
                .orElseThrow();

        Run run = carillon.read();
        List<Instant> ticks =
                List.of(first.minusSeconds(1), first, skippedIn(run).first(), last);
        for (Instant tick : ticks) {
            JsonNode answer = carillonCommand.json("why", "looked-at", "--at", tick.toString());
            assertThat(answer.get("verdict").stringValue())
                    .as(answer.toString())
                    .isEqualTo(verdict(run, tick, first));
        }
        JsonNode answer = carillonCommand.json("why", "looked-at", "--at", first.toString());
        assertThat(answer.get("evidence").get(0).get("what").stringValue()).isEqualTo("task");
        assertThat(recordAt(run, answer.get("evidence").get(0)).keyText()).isEqualTo("looked-at:" + first);

        assertThat(carillonCommand.out("status")).startsWith("All well: the trigger is on time and 1 worker serves");
        assertThat(carillonCommand.json("workers").get("types").toString()).contains(Bells.RING);
        assertThat(carillonCommand
                        .json("stats", "--since", "5m")
                        .at("/states/SUCCEEDED")
                        .longValue())
                .isGreaterThanOrEqualTo(5);
    }

    /** The expected verdict, read from the records without the code under test. */
    private static String verdict(Run run, Instant tick, Instant first) {
        Predicate<SeenRecord> task = record -> record.keyText().equals("looked-at:" + tick);
        if (run.in(run.names().tasks("default", Priority.NORMAL)).stream().anyMatch(task)) {
            return "DISPATCHED";
        }
        SkippedRange skipped = skippedIn(run);
        if (!tick.isBefore(skipped.first()) && !tick.isAfter(skipped.last())) {
            return "SKIPPED";
        }
        return tick.isBefore(first) ? "DEFINED_LATER" : "a task or a skip, but there is none";
    }

    /** The ticks in the pause. */
    private static SkippedRange skippedIn(Run run) {
        return run.in(run.names().results()).stream()
                .filter(record -> record.keyText().startsWith("looked-at:"))
                .map(record -> Kind.RESULT.decode(Objects.requireNonNull(record.value())))
                .filter(result -> result.status() == ResultStatus.SKIPPED)
                .map(result -> Objects.requireNonNull(result.skipped()))
                .findFirst()
                .orElseThrow();
    }

    private static SeenRecord recordAt(Run run, JsonNode place) {
        return run.in(place.get("topic").stringValue()).stream()
                .filter(record -> record.partition() == place.get("partition").intValue()
                        && record.offset() == place.get("offset").longValue())
                .findFirst()
                .orElseThrow();
    }
}
