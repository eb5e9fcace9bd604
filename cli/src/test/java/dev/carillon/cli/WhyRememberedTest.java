package dev.carillon.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.DependencyProgress;
import dev.carillon.schemas.trigger.MarkerBuilder;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.trigger.StoredProgress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers of {@code why} that come from a schedule's marker. */
final class WhyRememberedTest {
    private static final Instant SIX = Instant.parse("2026-11-18T06:00:00Z");
    private static final String AT = "2026-11-18T06:05:00Z";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private WrittenSystem system;

    @BeforeEach
    void leaderAtSix() {
        system = new WrittenSystem(directory);
        system.at("06:00:00").elected().slice("06:00:00", "06:00:00", 0);
    }

    private String why(String fields, StoredProgress remembered, @Nullable String pausedReason) {
        system.at("06:01:00.500").apply(Kind.SCHEDULE.decode(json("'type':'shell'," + fields)));
        system.takesIn("06:01:00", 0).at("06:06:00").slice("06:05:00", "06:06:00", 1);
        system.marker(MarkerBuilder.builder()
                .taskId("report")
                .position(1)
                .floor(DecidedUpTo.allOf(SIX))
                .progress(remembered)
                .overrides(ScheduleOverrides.NONE)
                .pausedSince(pausedReason == null ? null : SIX)
                .pausedReason(pausedReason)
                .rest(Map.of())
                .build());
        return asked();
    }

    private static StoredProgress remembered(
            long runs, List<String> open, List<String> waiting, @Nullable DependencyProgress dependencies) {
        return new StoredProgress(
                runs, 0, open, open.isEmpty() ? null : SIX.plusSeconds(600), waiting, null, dependencies);
    }

    @Test
    void tickThatWaitsNamesTheExecutionInItsWay() {
        assertThat(why(
                        "'every':'1m','overlap':'queue-all'",
                        remembered(0, List.of("report:2026-11-18T06:04:00Z"), List.of(AT), null),
                        null))
                .contains("waits for the end of an earlier execution, because overlap is queue-all")
                .contains("report:2026-11-18T06:04:00Z is open");
    }

    @Test
    void dependantNamesThoseThatAreMissing() {
        DependencyProgress heard = new DependencyProgress(SIX, List.of(AT + " 05"));
        assertThat(why("'dependsOn':['a','b','c']", remembered(0, List.of(), List.of(), heard), null))
                .contains("waits for 1 schedule that it depends on: b.")
                .contains("carillon why b --at " + AT);
    }

    @Test
    void dependantThatWasEditedNamesThoseThatAreMissingNow() {
        system.at("06:01:00.500").apply(dependant("'a','b'")).takesIn("06:01:00", 0);
        system.at("06:05:10").slice("06:04:00", "06:05:10", 0);
        system.at("06:06:00").apply(dependant("'b','c'")).takesIn("06:06:00", 1);
        system.marker(Kind.MARKER.decode(json("'version':1,'position':2,'floor':{'due':'2026-11-18T06:06:00Z'},"
                + "'dependencies':{'decidedUpTo':'2026-11-18T06:00:00Z','progress':['" + AT + " 01']}")));
        assertThat(asked())
                .contains("waits for 1 schedule that it depends on: c.")
                .contains("carillon.schedules-0@1")
                .doesNotContain("definition in force then");
    }

    @Test
    void dependantOfWhichTheDefinitionIsGoneSaysThatItWaits() {
        system.at("06:01:00.500").apply(dependant("'a','b'")).takesIn("06:01:00", 0);
        system.at("06:05:10").slice("06:04:00", "06:05:10", 0);
        system.marker(Kind.MARKER.decode(json("'version':7,'position':8,'floor':{'due':'2026-11-18T06:01:00Z'},"
                + "'dependencies':{'decidedUpTo':'2026-11-18T06:00:00Z','progress':['" + AT + " 01']}")));
        assertThat(asked()).contains("waits for schedules that it depends on").contains("position 7");
    }

    private static byte[] json(String fields) {
        return ("{'taskId':'report'," + fields + "}").replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }

    private static Schedule dependant(String parents) {
        return Kind.SCHEDULE.decode(json("'type':'shell','dependsOn':[" + parents + "]"));
    }

    private String asked() {
        CommandLineHarness.Ran ran = system.run("why", "report", "--at", AT);
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.out().replaceAll("\\s+", " ");
    }

    @Test
    void completeScheduleSaysSo() {
        assertThat(why("'every':'1m','maxRuns':3", remembered(3, List.of(), List.of(), null), null))
                .contains("complete: it has had its 3 runs");
    }

    @Test
    void scheduleThatFailuresHavePausedSaysWhich() {
        assertThat(why(
                        "'every':'1m','pauseAfterFailures':2",
                        remembered(0, List.of(), List.of(), null),
                        "2 executions in a row failed"))
                .contains("has paused itself: 2 executions in a row failed")
                .contains("carillon schedule resume report");
    }
}
