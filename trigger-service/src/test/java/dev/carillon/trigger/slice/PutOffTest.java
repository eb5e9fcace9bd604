package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.trigger.slice.build.SliceOutput;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jitter and calendars, from the definitions to what slices publish. */
class PutOffTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");
    private final SimulatedCluster cluster = new SimulatedCluster();

    @Test
    void ticksArePutOffAndKeepTheirNominalInstants() {
        cluster.settle();
        IntStream.range(0, 50).forEach(n -> define("t" + n, "\"every\":\"60s\",\"jitter\":\"30s\""));
        cluster.run(Duration.ofSeconds(59));
        assertThat(tasks()).isEmpty();

        cluster.run(Duration.ofSeconds(31));

        Instant nominal = START.plusSeconds(60);
        assertThat(tasks()).hasSize(50).allSatisfy(task -> {
            assertThat(task.nominalTime()).isEqualTo(nominal);
            assertThat(Objects.requireNonNull(task.key()).execTime().instant()).isEqualTo(nominal);
        });
        assertThat(cluster.committed.stream()
                        .filter(plan -> plan.slice().tasks() > 0)
                        .map(plan -> plan.slice().after().due())
                        .distinct())
                .as("instants at which they were due")
                .hasSizeGreaterThan(15);
    }

    @Test
    void ticksPutOffWhenTheLeaderDiesAreDueAtTheSameInstantUnderTheNext() {
        cluster.settle();
        IntStream.range(0, 20).forEach(n -> define("t" + n, "\"every\":\"60s\",\"jitter\":\"30s\""));
        cluster.run(Duration.ofSeconds(70));
        int before = tasks().size();
        cluster.coldTakeover();
        cluster.run(Duration.ofSeconds(20));

        assertThat(before).isBetween(1, 19);
        assertThat(tasks())
                .extracting(task -> String.valueOf(task.key()))
                .hasSize(20)
                .doesNotHaveDuplicates();
    }

    @Test
    void aJitterThatChangesTooOftenIsRefusedBeforeItsPastFillsTheMarker() {
        cluster.settle();
        for (int width = 1; width <= ScheduleOverrides.MOST_JITTERS + 1; width++) {
            define("report", "\"every\":\"60s\",\"jitter\":\"" + (1_000 + width) + "s\"");
            cluster.run(Duration.ofSeconds(1));
        }

        assertThat(deadLetters()).extracting(SliceOutput.PutAside::cause).containsExactly(ErrorCode.TOO_MANY_ENTRIES);
        assertThat(Objects.requireNonNull(cluster.leader().state("report")).broken())
                .isNotNull();
    }

    @Test
    void ticksOfDaysThatDontCountAreSkipped() {
        cluster.settle();
        calendar("\"exclude\":[\"2026-11-18\"]");
        define("report", "\"every\":\"10s\",\"calendar\":\"business\"");
        cluster.run(Duration.ofSeconds(25));
        calendar("\"weekdays\":[\"mon-fri\"]");
        cluster.run(Duration.ofSeconds(10));

        assertThat(skipped())
                .containsExactly(
                        new SkippedRange(SkipReason.CALENDAR, START.plusSeconds(10), START.plusSeconds(20), 2));
        assertThat(tasks()).extracting(Task::nominalTime).containsExactly(START.plusSeconds(30));
    }

    @Test
    void aGapOverAWeekendIsDecidedInRangesWithReasons() {
        cluster.clock.advance(Duration.ofDays(2)); // Friday, 06:00
        cluster.settle();
        calendar("\"weekdays\":[\"mon-fri\"]");
        define("report", "\"every\":\"1h\",\"calendar\":\"business\",\"missed\":{\"policy\":\"last\"}");
        cluster.settle();
        cluster.clock.advance(Duration.ofDays(3).plusMinutes(30)); // Monday, 06:30
        cluster.settle();

        assertThat(skipped())
                .extracting(range -> range.reason() + " " + range.count())
                .containsExactly("COALESCED 17", "CALENDAR 48", "COALESCED 6");
        assertThat(tasks()).extracting(Task::nominalTime).containsExactly(Instant.parse("2026-11-23T06:00:00Z"));
    }

    @Test
    void aScheduleOfAnUnknownCalendarIsRefusedAndTheLastGoodOneGoesOn() {
        cluster.settle();
        define("report", "\"every\":\"10s\"");
        define("report", "\"every\":\"5s\",\"calendar\":\"business\"");
        cluster.run(Duration.ofSeconds(12));

        assertThat(deadLetters()).extracting(SliceOutput.PutAside::cause).containsExactly(ErrorCode.UNKNOWN_CALENDAR);
        assertThat(tasks()).extracting(Task::nominalTime).containsExactly(START.plusSeconds(10));
    }

    @Test
    void aCalendarThatIsReadJustAfterItsScheduleIsWaitedFor() {
        cluster.settle();
        define("report", "\"every\":\"10s\",\"calendar\":\"business\"");
        cluster.clock.advance(Duration.ofMillis(500));
        cluster.settle();
        calendar("");
        cluster.settle();

        assertThat(deadLetters()).isEmpty();
        assertThat(Objects.requireNonNull(cluster.leader().state("report")).fires())
                .isTrue();
    }

    @Test
    void whileItsCalendarIsDeletedTicksAreSkippedAsBrokenAndAnEventIsPublished() {
        cluster.settle();
        calendar("");
        define("report", "\"every\":\"10s\",\"calendar\":\"business\"");
        cluster.settle();
        cluster.defineCalendar("business", null);
        cluster.run(Duration.ofSeconds(10));
        cluster.coldTakeover();
        calendar("");
        cluster.run(Duration.ofSeconds(10));

        assertThat(skipped()).extracting(SkippedRange::reason).containsExactly(SkipReason.BROKEN);
        assertThat(tasks()).extracting(Task::nominalTime).containsExactly(START.plusSeconds(20));
        assertThat(eventMessages())
                .filteredOn(message -> message.contains("UNKNOWN_CALENDAR"))
                .hasSize(1);
    }

    @Test
    void theNextTickThatWouldRunIsSkippedOnCommand() {
        cluster.settle();
        define("report", "\"every\":\"10s\"");
        cluster.settle();
        cluster.command(Command.of(CommandKind.SKIP_NEXT, "report", cluster.clock.instant(), "a holiday"));
        cluster.command(Command.of(CommandKind.SKIP_NEXT, "report", cluster.clock.instant(), null));
        cluster.settle();
        cluster.coldTakeover();
        cluster.run(Duration.ofSeconds(30));

        assertThat(skipped())
                .extracting(range -> range.reason() + " " + range.first())
                .containsExactly("REQUESTED 2026-11-18T06:00:10Z", "REQUESTED 2026-11-18T06:00:20Z");
        assertThat(tasks()).extracting(Task::nominalTime).containsExactly(START.plusSeconds(30));
    }

    @Test
    void theTickToSkipIsFoundBehindDaysThatDoNotCount() {
        cluster.settle();
        calendar("\"exclude\":[\"2026-11-18..2026-11-30\"]");
        define("report", "\"every\":\"1s\",\"calendar\":\"business\"");
        cluster.settle();
        cluster.command(Command.of(CommandKind.SKIP_NEXT, "report", cluster.clock.instant(), null));
        cluster.settle();

        assertThat(deadLetters()).isEmpty();
        assertThat(Objects.requireNonNull(cluster.leader().state("report"))
                        .overrides()
                        .skipping())
                .containsExactly(Instant.parse("2026-12-01T00:00:00Z"));
    }

    @Test
    void noTickCanBeSkippedWhereNoneIsPlanned() {
        cluster.settle();
        define("report", "\"at\":\"2026-11-18T06:00:05Z\"");
        cluster.run(Duration.ofSeconds(10));
        cluster.command(Command.of(CommandKind.SKIP_NEXT, "report", cluster.clock.instant(), null));
        cluster.settle();

        assertThat(deadLetters()).extracting(SliceOutput.PutAside::cause).containsExactly(ErrorCode.NEVER_FIRES);
    }

    private void define(String taskId, String fields) {
        String json = "{\"v\":1,\"taskId\":\"" + taskId + "\",\"type\":\"shell\"," + fields + "}";
        cluster.define(taskId, json.getBytes(StandardCharsets.UTF_8));
    }

    private void calendar(String fields) {
        String json = "{\"v\":1,\"name\":\"business\"" + (fields.isEmpty() ? "" : "," + fields) + "}";
        Calendar calendar = Kind.CALENDAR.decode(json.getBytes(StandardCharsets.UTF_8));
        cluster.define(calendar);
    }

    private List<Task> tasks() {
        return outputs(SliceOutput.Dispatch.class).stream()
                .map(SliceOutput.Dispatch::task)
                .toList();
    }

    private List<SkippedRange> skipped() {
        return outputs(SliceOutput.Skip.class).stream()
                .map(skip -> Objects.requireNonNull(skip.result().skipped()))
                .toList();
    }

    private List<SliceOutput.PutAside> deadLetters() {
        return outputs(SliceOutput.PutAside.class);
    }

    private List<String> eventMessages() {
        return outputs(SliceOutput.Say.class).stream()
                .map(say -> String.valueOf(say.event().message()))
                .toList();
    }

    private <T extends SliceOutput> List<T> outputs(Class<T> kind) {
        List<T> found = new ArrayList<>();
        cluster.committed.forEach(plan ->
                plan.outputs().stream().filter(kind::isInstance).map(kind::cast).forEach(found::add));
        return found;
    }
}
