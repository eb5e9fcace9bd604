package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.MissedPolicy;
import dev.carillon.schemas.schedule.MissedRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.schedule.ScheduleBuilder;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.timing.cron.Timing;
import dev.carillon.timing.plan.PlannedTicks;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import dev.carillon.trigger.slice.gap.GapReckoning;
import dev.carillon.trigger.slice.gap.MissedTicks;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SlicePlannerTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");
    private final SimulatedCluster cluster = new SimulatedCluster();

    @Test
    void aTickBecomesATaskThatKnowsItsSchedule() {
        cluster.settle();
        cluster.define(every("report", 5));
        cluster.run(Duration.ofSeconds(5));

        Task task = tasks().get(0);
        assertThat(task.key()).hasToString("report:2026-11-18T06:00:05Z");
        assertThat(task.origin()).isEqualTo(Origin.TICK);
        assertThat(task.nominalTime()).isEqualTo(START.plusSeconds(5));
        assertThat(task.deadline()).isEqualTo(START.plusSeconds(5).plus(Duration.ofDays(6)));
        assertThat(task.scheduleVersion()).isEqualTo(0);
        assertThat(task.generation()).isEqualTo(0);
    }

    @Test
    void aFullSliceStopsWithinItsInstantAndTheNextGoesOnThere() {
        cluster.settle();
        List.of("a", "b", "c").forEach(taskId -> cluster.define(every(taskId, 5)));
        cluster.settle();
        cluster.clock.advance(Duration.ofSeconds(5));

        SlicePlan first = cluster.plan(2).orElseThrow();
        cluster.leader().apply(cluster.commit(first));
        SlicePlan second = cluster.plan(2).orElseThrow();

        assertThat(first.watermark().reached()).isEqualTo(new DecidedUpTo(START.plusSeconds(5), "b"));
        assertThat(second.slice().tasks()).isEqualTo(1);
        assertThat(second.watermark().reached()).isEqualTo(DecidedUpTo.allOf(START.plusSeconds(5)));
        assertThat(second.watermark().idle())
                .as("how soon observers may call the trigger silent")
                .isEqualTo(SimulatedCluster.RULES.idleWatermark());
    }

    @Test
    void aGapIsDecidedOnceByTheRuleForMissedTicks() {
        cluster.settle();
        cluster.define(withMissed(every("all", 60), MissedPolicy.ALL, 2));
        cluster.define(withMissed(every("last", 60), MissedPolicy.LAST, 1));
        cluster.define(withMissed(every("none", 60), MissedPolicy.NONE, 1));
        cluster.settle();
        cluster.clock.advance(Duration.ofMinutes(10).plusSeconds(30));
        cluster.settle();

        // The grace is a minute: 06:01 to 06:09 are missed, 06:10 is late.
        assertThat(keys())
                .containsExactlyInAnyOrder(
                        "all:2026-11-18T06:08:00Z",
                        "all:2026-11-18T06:09:00Z",
                        "last:2026-11-18T06:09:00Z",
                        "all:2026-11-18T06:10:00Z",
                        "last:2026-11-18T06:10:00Z",
                        "none:2026-11-18T06:10:00Z");
        assertThat(skipped())
                .extracting(SkippedRange::reason, SkippedRange::count)
                .containsExactlyInAnyOrder(
                        tuple(SkipReason.MISSED, 7L), tuple(SkipReason.COALESCED, 8L), tuple(SkipReason.MISSED, 9L));
    }

    @Test
    void aGapIsCutAndGoneOnWithByAnotherLeader() {
        cluster.settle();
        List.of("a", "b", "c").forEach(taskId -> cluster.define(withMissed(every(taskId, 60), MissedPolicy.ALL, 50)));
        cluster.settle();
        cluster.clock.advance(Duration.ofMinutes(10));
        for (int i = 0; i < 4; i++) {
            cluster.leader().apply(cluster.commit(cluster.plan(4).orElseThrow()));
            assertThat(cluster.committed
                            .get(cluster.committed.size() - 1)
                            .slice()
                            .gap())
                    .isNotNull();
            cluster.coldTakeover();
        }
        cluster.settle();

        assertThat(keys()).hasSize(30).doesNotHaveDuplicates();
    }

    @Test
    void aGapIsWorkedOutOnceForSchedulesOfOneTimingInHoweverManySlices() {
        GapReckoning reckoning = new GapReckoning();
        Schedule schedule = every("report", 1);
        PlannedTicks ticks = planned(schedule);
        Instant until = START.plusSeconds(3_600);
        MissedTicks first = reckoning.of(ticks, START, until, schedule.missed());

        assertThat(reckoning.of(planned(every("other", 1)), START, until, schedule.missed()))
                .isSameAs(first);
        assertThat(reckoning.of(ticks, START, until.plusSeconds(1), schedule.missed()))
                .isNotEqualTo(first);
        assertThat(reckoning.size()).isEqualTo(2);
    }

    private static PlannedTicks planned(Schedule schedule) {
        Timing timing = Timing.of(schedule);
        return PlannedTicks.onDays(ScheduleState.plain(schedule, timing, 0), timing, null);
    }

    @Test
    void aPauseIsDecidedWhenItEnds() {
        cluster.settle();
        cluster.define(every("report", 10));
        cluster.run(Duration.ofSeconds(10));
        cluster.define(every("report", 10).withEnabled(false, "holiday", cluster.clock.instant()));
        cluster.run(Duration.ofSeconds(35));
        assertThat(keys()).containsExactly("report:2026-11-18T06:00:10Z");

        cluster.define(every("report", 10));
        cluster.run(Duration.ofSeconds(5));

        assertThat(keys())
                .containsExactly(
                        "report:2026-11-18T06:00:10Z", "report:2026-11-18T06:00:40Z", "report:2026-11-18T06:00:50Z");
        assertThat(skipped()).extracting(SkippedRange::count).containsExactly(2L);
        assertThat(events()).contains(EventType.SCHEDULE_PAUSED, EventType.SCHEDULE_RESUMED);
    }

    @Test
    void deletingAPausedScheduleSkipsItsGap() {
        cluster.settle();
        cluster.define(every("report", 10).withEnabled(false, null, START));
        cluster.run(Duration.ofSeconds(35));
        cluster.define("report", null);
        cluster.run(Duration.ofSeconds(20));

        assertThat(keys()).isEmpty();
        assertThat(skipped())
                .extracting(SkippedRange::reason, SkippedRange::count)
                .containsExactly(tuple(SkipReason.PAUSED, 3L));
    }

    @Test
    void aBrokenDefinitionIsPutAsideAndTheLastGoodOneGoesOnEvenAfterATakeover() {
        cluster.settle();
        cluster.define(every("report", 10));
        cluster.settle();
        cluster.define("report", "{\"cron\":\"61 * * * *\"}".getBytes(StandardCharsets.UTF_8));
        cluster.run(Duration.ofSeconds(10));
        cluster.coldTakeover();
        cluster.run(Duration.ofSeconds(10));

        assertThat(keys()).containsExactly("report:2026-11-18T06:00:10Z", "report:2026-11-18T06:00:20Z");
        assertThat(deadLetters()).hasSize(1);
        assertThat(events()).contains(EventType.SCHEDULE_BROKEN);
    }

    @Test
    void anUnknownQueueIsRefusedWhenDefinedAndSkippedWhenItVanishes() {
        cluster.settle();
        Work nowhere = Work.of("shell", RawJson.NULL).withQueue("nowhere");
        cluster.define(Schedule.of("lost", FiringRule.every(Duration.ofSeconds(10)), nowhere));
        cluster.define(every("report", 10));
        cluster.run(Duration.ofSeconds(10));
        assertThat(deadLetters()).containsExactly(ErrorCode.UNKNOWN_QUEUE);

        cluster.queues.clear();
        cluster.run(Duration.ofSeconds(10));

        assertThat(keys()).containsExactly("report:2026-11-18T06:00:10Z");
        assertThat(skipped()).extracting(SkippedRange::reason).containsExactly(SkipReason.BROKEN);
    }

    @Test
    void anInstantThatIsOverWhenItIsDefinedFiresOnce() {
        cluster.settle();
        Schedule once = Schedule.of("once", FiringRule.at(START.minusSeconds(20)), Work.of("shell", RawJson.NULL));
        cluster.define(once);
        cluster.run(Duration.ofSeconds(3));
        cluster.define(once.withTimes(null, cluster.clock.instant()));
        cluster.run(Duration.ofSeconds(3));

        assertThat(keys()).containsExactly("once:2026-11-18T05:59:40Z");
    }

    @Test
    void anInstantOlderThanTheWindowIsNotMadeUpFor() {
        cluster.settle();
        Schedule once = Schedule.of("once", FiringRule.at(START.minusSeconds(7_200)), Work.of("shell", RawJson.NULL));
        cluster.define(withMissed(once, MissedPolicy.ALL, 10));
        cluster.run(Duration.ofSeconds(1));

        assertThat(keys()).isEmpty();
        assertThat(skipped()).extracting(SkippedRange::reason).containsExactly(SkipReason.MISSED);
    }

    @Test
    void anInstantBetweenTheWatermarkAndItsDefinitionFiresOnceHoweverOftenItIsDefined() {
        cluster.settle();
        cluster.define(every("report", 1));
        cluster.settle();
        cluster.clock.advance(Duration.ofSeconds(4));
        cluster.inputsHaveWaited = Duration.ofSeconds(2);
        Schedule once = Schedule.of("once", FiringRule.at(START.plusSeconds(3)), Work.of("shell", RawJson.NULL));
        cluster.define(once);
        cluster.define(once.withTimes(null, cluster.clock.instant()));
        cluster.run(Duration.ofSeconds(3));

        assertThat(keys().stream().filter(key -> key.startsWith("once:"))).containsExactly("once:2026-11-18T06:00:03Z");
    }

    @Test
    void aPausedInstantIsSkippedByAnotherWhoseGapBeginsWhereItsOwnDid() {
        cluster.settle();
        Schedule paused = Schedule.of("once", FiringRule.at(START.plusSeconds(30)), Work.of("shell", RawJson.NULL))
                .withEnabled(false, "not yet", START);
        cluster.define(paused);
        cluster.settle();
        cluster.run(Duration.ofSeconds(40));
        cluster.define(Schedule.of("once", FiringRule.at(START.plusSeconds(1)), Work.of("shell", RawJson.NULL))
                .withEnabled(false, "not yet", START));
        cluster.settle();

        assertThat(skipped())
                .containsExactly(new SkippedRange(SkipReason.PAUSED, START.plusSeconds(30), START.plusSeconds(30), 1));
    }

    @Test
    void aManualRunHasTheInstantThatItsCommandNames() {
        cluster.settle();
        cluster.define(every("report", 3600));
        Instant chosen = START.plusNanos(123);
        cluster.command(Command.of(CommandKind.RUN_NOW, "report", START, null).withExecTime(ExecTime.of(chosen)));
        cluster.run(Duration.ofSeconds(1));

        assertThat(tasks()).extracting(Task::origin).containsExactly(Origin.MANUAL);
        assertThat(keys()).containsExactly("report:" + chosen);
    }

    @Test
    void manualRunsWithoutAnInstantHaveUniqueKeys() {
        cluster.settle();
        cluster.define(every("report", 3600));
        cluster.command(Command.of(CommandKind.RUN_NOW, "report", START, null));
        cluster.command(Command.of(CommandKind.RUN_NOW, "report", START, null));
        cluster.run(Duration.ofSeconds(1));

        assertThat(tasks())
                .hasSize(2)
                .allMatch(task -> task.execTime() != null && task.execTime().isFresh());
        assertThat(keys()).doesNotHaveDuplicates();
    }

    @Test
    void aManualRunOnAWholeSecondOrOfAnUnknownScheduleBecomesADeadLetter() {
        cluster.settle();
        cluster.define(every("report", 3600));
        cluster.command(Command.of(CommandKind.RUN_NOW, "report", START, null).withExecTime(ExecTime.of(START)));
        cluster.command(Command.of(CommandKind.RUN_NOW, "nothing", START, null));
        cluster.command(Command.of(CommandKind.CANCEL, "report:2026-11-18T06:00:00Z", START, null));
        cluster.run(Duration.ofSeconds(5));

        assertThat(deadLetters()).containsExactly(ErrorCode.BAD_EXEC_TIME, ErrorCode.UNKNOWN_SCHEDULE);
    }

    @Test
    void aRunOfAnUnknownScheduleThatHasWaitedLongHoldsUpNoTick() {
        cluster.settle();
        cluster.define(every("report", 1));
        cluster.settle();
        cluster.command(Command.of(CommandKind.RUN_NOW, "nothing", START, null));
        cluster.inputsHaveWaited = Duration.ofSeconds(2);
        cluster.clock.advance(Duration.ofMillis(1_500));
        cluster.settle();
        assertThat(keys()).containsExactly("report:2026-11-18T06:00:01Z");

        cluster.run(Duration.ofSeconds(5));

        assertThat(keys()).hasSize(6);
        assertThat(deadLetters()).containsExactly(ErrorCode.UNKNOWN_SCHEDULE);
    }

    @Test
    void ticksThatAreDueAreNeverJumpedOverByAnIdleSlice() {
        cluster.settle();
        cluster.define(every("report", 1));
        cluster.settle();
        cluster.clock.advance(Duration.ofSeconds(6));
        cluster.command(Command.of(CommandKind.RUN_NOW, "nothing", cluster.clock.instant(), null));
        cluster.inputsHaveWaited = Duration.ofSeconds(6);
        cluster.settle();

        assertThat(keys()).hasSize(6);
    }

    @Test
    void aCommandWaitsForItsDefinitionByOurClockAndNotByTheBrokers() {
        cluster.settle();
        cluster.brokersAhead = Duration.ofMinutes(10);
        cluster.command(Command.of(CommandKind.RUN_NOW, "nothing", START, null));
        cluster.run(Duration.ofSeconds(3));

        assertThat(deadLetters()).containsExactly(ErrorCode.UNKNOWN_SCHEDULE);
    }

    @Test
    void everySliceThatPublishesOrMovesTheWatermarkIsCheckedAgainstTheBrokersClock() {
        assertThat(cluster.plan(5_000).orElseThrow().notBefore()).isEqualTo(START);
        cluster.settle();
        cluster.define(withMissed(every("a", 60), MissedPolicy.NONE, 1));
        assertThat(cluster.plan(5_000).orElseThrow().notBefore()).isEqualTo(cluster.clock.instant());
        cluster.define(withMissed(every("b", 60), MissedPolicy.LAST, 1));
        cluster.settle();

        cluster.clock.advance(Duration.ofSeconds(50));
        assertThat(cluster.plan(5_000).orElseThrow().notBefore()).isEqualTo(START.plusSeconds(50));

        cluster.clock.advance(Duration.ofHours(1));
        SlicePlan gap = cluster.plan(1).orElseThrow();
        assertThat(gap.slice().gap()).isNotNull();
        assertThat(gap.due()).isNull();
        assertThat(gap.notBefore()).isEqualTo(cluster.clock.instant());
    }

    @Test
    void endingAPauseMakesUpForNoMoreThanOneSliceHolds() {
        cluster.settle();
        RawJson large = RawJson.parse("\"" + "x".repeat(200 * 1024) + "\"");
        Schedule heavy = withMissed(
                Schedule.of("heavy", FiringRule.every(Duration.ofSeconds(1)), Work.of("shell", large)),
                MissedPolicy.ALL,
                1_000);
        cluster.define(heavy.withEnabled(false, null, START));
        cluster.settle();
        cluster.run(Duration.ofSeconds(100));
        cluster.define("other", "{".getBytes(StandardCharsets.UTF_8));
        cluster.define(heavy);
        cluster.settle();

        assertThat(keys()).hasSizeBetween(30, 41).contains("heavy:2026-11-18T06:01:40Z");
        assertThat(skipped()).extracting(SkippedRange::reason).containsExactly(SkipReason.PAUSED);
        assertThat(skipped().get(0).count() + keys().size()).isEqualTo(100);
    }

    @Test
    void unusableDefinitionsCountWithTheirBytes() {
        cluster.settle();
        byte[] large = new byte[1024 * 1024];
        for (int i = 0; i < 20; i++) {
            cluster.define("t" + i, large);
        }
        cluster.settle();

        assertThat(deadLetters()).hasSize(20);
        assertThat(cluster.committed).allSatisfy(plan -> assertThat(plan.outputs())
                .filteredOn(SliceOutput.PutAside.class::isInstance)
                .hasSizeLessThanOrEqualTo(8));
    }

    @Test
    void aScheduleMadeAgainIsANewGenerationForAWeek() {
        cluster.settle();
        cluster.define(every("report", 10));
        cluster.settle();
        cluster.define("report", null);
        cluster.settle();
        cluster.define(every("report", 10));
        cluster.run(Duration.ofSeconds(10));
        assertThat(tasks()).extracting(Task::generation).containsExactly(1L);

        cluster.define("report", null);
        cluster.settle();
        cluster.clock.advance(Duration.ofDays(7).plusSeconds(10));
        cluster.settle();
        cluster.run(Duration.ofSeconds(6));
        assertThat(cluster.leader().state("report")).isNull();
        assertThat(cluster.cold().states()).isEmpty();
    }

    @Test
    void nothingHappensMoreOftenThanTheIdleWatermark() {
        cluster.settle();
        int before = cluster.committed.size();
        cluster.run(Duration.ofSeconds(20));

        assertThat(cluster.committed.size() - before).isEqualTo(4);
    }

    private static Schedule every(String taskId, int seconds) {
        return Schedule.of(taskId, FiringRule.every(Duration.ofSeconds(seconds)), Work.of("shell", RawJson.NULL));
    }

    private static Schedule withMissed(Schedule s, MissedPolicy policy, int max) {
        MissedRule missed = new MissedRule(policy, Duration.ofHours(1), max);
        return ScheduleBuilder.builder()
                .taskId(s.taskId())
                .when(s.when())
                .work(s.work())
                .enabled(true)
                .namesEnabled(true)
                .routing(s.routing())
                .missed(missed)
                .overlap(s.overlap())
                .rest(s.rest())
                .build();
    }

    private List<SliceOutput> outputs() {
        List<SliceOutput> all = new ArrayList<>();
        cluster.committed.forEach(plan -> all.addAll(plan.outputs()));
        return all;
    }

    private List<Task> tasks() {
        return outputs().stream()
                .filter(SliceOutput.Dispatch.class::isInstance)
                .map(output -> ((SliceOutput.Dispatch) output).task())
                .toList();
    }

    private List<String> keys() {
        return tasks().stream().map(task -> String.valueOf(task.key())).toList();
    }

    private List<SkippedRange> skipped() {
        return outputs().stream()
                .filter(SliceOutput.Skip.class::isInstance)
                .map(output -> Objects.requireNonNull(
                        ((SliceOutput.Skip) output).result().skipped()))
                .toList();
    }

    private List<EventType> events() {
        return outputs().stream()
                .filter(SliceOutput.Say.class::isInstance)
                .map(output -> ((SliceOutput.Say) output).event().type())
                .toList();
    }

    private List<ErrorCode> deadLetters() {
        return outputs().stream()
                .filter(SliceOutput.PutAside.class::isInstance)
                .map(output -> ((SliceOutput.PutAside) output).cause())
                .toList();
    }
}
