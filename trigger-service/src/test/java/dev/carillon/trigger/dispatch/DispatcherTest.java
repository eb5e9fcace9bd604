package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Work;
import dev.carillon.timing.cron.BrittleTiming;
import dev.carillon.trigger.catalogue.OtherEvaluator;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import dev.carillon.trigger.dispatch.failure.TakingInFailed;
import dev.carillon.trigger.intake.Inbox;
import dev.carillon.trigger.intake.IntakeBatch;
import dev.carillon.trigger.leadership.Leadership;
import dev.carillon.trigger.slice.SlicePlanner;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import dev.carillon.trigger.slice.build.SliceRules;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DispatcherTest {
    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00.250Z");
    private final Inbox inbox = new Inbox();
    private final FakeLeadership leadership = new FakeLeadership();
    private final FakeLog log = new FakeLog();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final LeaderStanding standing = new LeaderStanding();
    private final LeaderWatch watch = new LeaderWatches(List.of(standing, new LeaderMetrics(meters, clock, standing)));
    private final List<InputRecord> schedules = new ArrayList<>();
    private int statePassed;
    private Dispatcher dispatcher;

    /** A log in memory; it can fail before or after it has kept a slice. */
    private final class FakeLog implements SliceLog {
        static final List<Long> ENDS = List.of(7L, 8L);

        final List<String> calls = new ArrayList<>();
        boolean endsUnknown;
        /** The positions from which outcomes were followed, each time that they were. */
        final List<List<Long>> followedFrom = new ArrayList<>();

        /** How many records each slice had that was passed to commit, whether it succeeded or not. */
        final List<Integer> sizes = new ArrayList<>();

        final List<SlicePlan> kept = new ArrayList<>();
        final List<InputRecord> state = new ArrayList<>();
        boolean failBefore;
        boolean failAfter;
        Optional<String> lost = Optional.empty();
        long end;
        long schedulesEnd;
        Duration headStart = Duration.ZERO;

        @Override
        public Duration headStart() {
            return headStart;
        }

        @Override
        public void takeOver() {
            calls.add("takeOver");
        }

        @Override
        public List<Long> outcomesFrom(List<Long> applied) {
            if (endsUnknown) {
                throw new IllegalStateException("could not find the end of outcomes");
            }
            followedFrom.add(applied);
            return applied.isEmpty() ? ENDS : applied;
        }

        @Override
        public Optional<String> lostInput(InputPositions applied) {
            return lost;
        }

        @Override
        public long stateEnd() {
            calls.add("stateEnd");
            return Math.max(end, state.size());
        }

        @Override
        public long schedulesEnd() {
            return schedulesEnd;
        }

        @Override
        public long commit(SlicePlan plan) {
            calls.add("commit");
            sizes.add(plan.outputs().size());
            if (failBefore) {
                throw new SliceFailed("fenced", null);
            }
            kept.add(plan);
            plan.markers()
                    .forEach((taskId, marker) -> state.add(record(
                            state.size(),
                            taskId,
                            marker.map(Kind.MARKER::encode).orElse(null))));
            state.add(record(state.size(), Watermark.recordKey("0"), Kind.WATERMARK.encode(plan.watermark())));
            if (failAfter) {
                throw new SliceFailed("timed out", null);
            }
            return state.size() - 1L;
        }

        @Override
        public void letGo() {
            calls.add("letGo");
        }
    }

    private static final class FakeLeadership implements Leadership {
        @Nullable
        String term;

        final List<String> calls = new ArrayList<>();

        @Override
        public void enter() {
            calls.add("enter");
        }

        @Override
        public @Nullable String term() {
            return term;
        }

        @Override
        public void giveUp() {
            calls.add("giveUp");
            term = null;
        }

        @Override
        public void giveUpWithSession() {
            calls.add("giveUpWithSession");
            term = null;
        }

        boolean successor;
        boolean others;

        @Override
        public boolean hasOthersInLine() {
            return others;
        }

        @Override
        public boolean hasSuccessor() {
            return successor;
        }

        @Override
        public void whenWon(Runnable listener) {}

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void begin() {
        SliceRules rules = new SliceRules(
                "0", "trigger/test", Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(1));
        dispatcher = new Dispatcher(
                new Dispatcher.Parts(
                        inbox,
                        leadership,
                        log,
                        new SlicePlanner(rules, () -> queue -> true),
                        watch,
                        new Dispatcher.Time(clock, clock, new Random(1))),
                "0",
                100);
        dispatcher.begin();
    }

    @Test
    void fencesBeforeItLooksUpTheEndOfTheLogAndWaitsUntilThatIsRead() throws InterruptedException {
        log.end = 7;
        leadership.term = "latch-1";
        step();
        step();
        assertThat(log.calls).containsExactly("takeOver", "stateEnd");
        assertThat(dispatcher.state()).isEqualTo(LeaderState.TAKING_OVER);

        read(6);
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.TAKING_OVER);

        read(7);
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);
    }

    @Test
    void aTakeoverThatReadsNothingMoreForAMinuteLetsAnotherTry() throws InterruptedException {
        log.end = 7;
        leadership.term = "latch-1";
        step();
        for (int i = 1; i <= 3; i++) {
            clock.advance(Duration.ofSeconds(59));
            read(i);
            step();
            assertThat(dispatcher.state()).isEqualTo(LeaderState.TAKING_OVER);
        }
        clock.advance(Duration.ofSeconds(60));
        step();

        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
        assertThat(leadership.calls).endsWith("giveUp");
    }

    @Test
    void aStartingInstanceQueuesBehindOthersOnlyAfterItHasReadAll() throws InterruptedException {
        beginBehindOthers();
        step();
        read(6);
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.READING);
        assertThat(leadership.calls).isEmpty();

        read(7);
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.STANDBY);
        assertThat(leadership.calls).containsExactly("enter");
    }

    @Test
    void aReadingInstanceQueuesAtOnceWhenNoOtherIsQueued() throws InterruptedException {
        beginBehindOthers();
        leadership.others = false;
        clock.advance(Duration.ofSeconds(1));
        step();
        assertThat(leadership.calls).containsExactly("enter");
    }

    @Test
    void anInstanceThatReadsNothingForHalfAMinuteQueuesAllTheSame() throws InterruptedException {
        beginBehindOthers();
        clock.advance(Duration.ofSeconds(29));
        read(1);
        step();
        clock.advance(Duration.ofSeconds(29));
        step();
        assertThat(leadership.calls).isEmpty();

        clock.advance(Duration.ofSeconds(1));
        step();
        assertThat(leadership.calls).containsExactly("enter");
    }

    private void beginBehindOthers() {
        log.end = 7;
        leadership.others = true;
        leadership.calls.clear();
        begin();
        assertThat(standing.state()).isEqualTo(LeaderState.READING);
    }

    @Test
    void aNewDispatcherStandsByInAnyStateThatTheLastOneLeft() throws InterruptedException {
        lead();
        dispatcher.askToLeave(Duration.ofSeconds(4));
        steps();
        dispatcher.end();
        assertThat(standing.state()).isEqualTo(LeaderState.LEFT);

        begin();
        assertThat(standing.state()).isEqualTo(LeaderState.STANDBY);
    }

    @Test
    void aDispatcherThatEndsNoLongerLeads() throws InterruptedException {
        lead();
        dispatcher.end();

        assertThat(standing.state()).isEqualTo(LeaderState.LEFT);
        assertThat(meters.get("carillon.trigger.leader").gauge().value()).isZero();
    }

    @Test
    void dispatchesATickAtItsSecond() throws InterruptedException {
        lead();
        define(FiringRule.every(Duration.ofSeconds(1)));
        steps();
        clock.set(Instant.parse("2026-11-18T06:00:00.999999Z"));
        steps();
        assertThat(ticks()).isEmpty();

        clock.set(Instant.parse("2026-11-18T06:00:01Z"));
        steps();

        assertThat(ticks()).containsExactly("report:2026-11-18T06:00:01Z");
        assertThat(counted("ticks.dispatched")).isEqualTo(1);
        assertThat(counted("elections")).isEqualTo(1);
    }

    private double counted(String meter) {
        return meters.get("carillon.trigger." + meter).counter().count();
    }

    @Test
    void passesTicksToTheLogAheadByItsHeadStartAndInputsAtOnce() throws InterruptedException {
        log.headStart = Duration.ofMillis(10);
        lead();
        define(FiringRule.every(Duration.ofSeconds(1)));
        clock.set(Instant.parse("2026-11-18T06:00:00.989Z"));
        steps();
        assertThat(ticks()).isEmpty();

        clock.set(Instant.parse("2026-11-18T06:00:00.990Z"));
        define(FiringRule.every(Duration.ofSeconds(1)));
        steps();
        assertThat(log.kept.get(log.kept.size() - 2).inputs()).isEqualTo(1);
        assertThat(log.kept.get(log.kept.size() - 2).due()).isNull();
        assertThat(ticks()).containsExactly("report:2026-11-18T06:00:01Z");
        assertThat(Objects.requireNonNull(dispatcher.catalogue().watermark()).reached())
                .isEqualTo(DecidedUpTo.allOf(Instant.parse("2026-11-18T06:00:01Z")));

        clock.set(Instant.parse("2026-11-18T06:00:01.900Z"));
        assertThat(dispatcher.step(clock.instant())).isEqualTo(Duration.ofMillis(90));
    }

    @Test
    void theSizeOfSlicesHalvesWithEachFailureAndDoublesWithEachCommit() throws InterruptedException {
        lead();
        for (int i = 0; i < 40; i++) {
            define(Schedule.of("report-" + i, FiringRule.every(Duration.ofSeconds(1)), Work.of("shell", RawJson.NULL)));
        }
        steps();
        log.sizes.clear();
        log.failBefore = true;
        clock.set(Instant.parse("2026-11-18T06:00:01Z"));
        steps();
        for (int i = 0; i < 2; i++) {
            clock.advance(Duration.ofSeconds(2));
            leadAgain();
        }
        assertThat(log.sizes).containsExactly(40, 20, 10);

        log.failBefore = false;
        clock.advance(Duration.ofSeconds(2));
        leadAgain();
        assertThat(log.sizes.subList(3, 7)).containsExactly(5, 10, 20, 5);
    }

    private void leadAgain() throws InterruptedException {
        step();
        leadership.term = "latch-" + clock.instant();
        step();
        readState();
        steps();
    }

    @Test
    void aScheduleWhoseTimesFailIsParkedByTheLeaderAndEndsNoTerm() throws InterruptedException {
        lead();
        Instant last = Instant.parse("2026-11-18T06:00:02Z");
        OtherEvaluator evaluator = new OtherEvaluator(schedule -> BrittleTiming.failingAfter(last, schedule));
        Schedule schedule =
                Schedule.of("brittle", FiringRule.every(Duration.ofSeconds(2)), Work.of("shell", RawJson.NULL));
        schedules.add(evaluator.read(record(schedules.size(), "brittle", Kind.SCHEDULE.encode(schedule))));
        inbox.put(new IntakeBatch(List.of(), List.copyOf(schedules), List.of(), 0, 1, 0));
        takeAll();
        define(FiringRule.every(Duration.ofSeconds(1)));
        steps();
        advanceTo("2026-11-18T06:00:04Z");

        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);
        assertThat(log.calls).containsOnlyOnce("takeOver");
        assertThat(ticks())
                .containsExactly(
                        "report:2026-11-18T06:00:01Z",
                        "brittle:2026-11-18T06:00:02Z",
                        "report:2026-11-18T06:00:02Z",
                        "report:2026-11-18T06:00:03Z",
                        "report:2026-11-18T06:00:04Z");
    }

    @Test
    void outcomesAreNotFollowedWhileNoScheduleCanWaitForOne() throws InterruptedException {
        lead();
        define(FiringRule.every(Duration.ofSeconds(1)));
        steps();
        clock.set(Instant.parse("2026-11-18T06:00:01Z"));
        steps();

        assertThat(ticks()).isNotEmpty();
        assertThat(log.followedFrom).isEmpty();
        assertThat(outcomePositions()).isEmpty();
    }

    @Test
    void outcomesAreFollowedFromTheirEndsBeforeTheSliceThatMakesAScheduleWait() throws InterruptedException {
        lead();
        define(FiringRule.every(Duration.ofSeconds(1)));
        steps();
        assertThat(log.followedFrom).isEmpty();

        defineOneThatMayNotOverlap();
        int before = log.kept.size();
        steps();

        assertThat(log.followedFrom).containsExactly(List.of());
        assertThat(log.kept.subList(before, log.kept.size()))
                .allSatisfy(plan ->
                        assertThat(plan.watermark().positions().outcomes()).isEqualTo(FakeLog.ENDS));
    }

    @Test
    void whileTheEndsOfOutcomesAreUnknownInputsWaitAndTicksDoNot() throws InterruptedException {
        lead();
        define(FiringRule.every(Duration.ofSeconds(1)));
        steps();
        log.endsUnknown = true;
        defineOneThatMayNotOverlap();
        advanceTo("2026-11-18T06:00:03Z");

        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);
        assertThat(ticks()).hasSize(3).allMatch(key -> key.startsWith("report:"));

        assertThat(inputsWaiting()).as("seconds").isBetween(2.5, 3.0);
        log.endsUnknown = false;
        advanceTo("2026-11-18T06:00:07Z");
        assertThat(inputsWaiting()).isZero();
        assertThat(ticks()).contains("report:2026-11-18T06:00:07Z").anyMatch(key -> key.startsWith("alone:"));
        assertThat(log.calls).containsOnlyOnce("takeOver");
    }

    @Test
    void aTakeoverFollowsOutcomesFromWhereTheLastSliceStopped() throws InterruptedException {
        lead();
        defineOneThatMayNotOverlap();
        steps();
        assertThat(log.followedFrom).hasSize(1);
        log.failBefore = true;
        clock.advance(Duration.ofSeconds(1));
        step();
        log.failBefore = false;
        clock.advance(Duration.ofSeconds(1));
        step();
        leadership.term = "latch-2";
        readState();
        steps();

        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);
        assertThat(log.followedFrom).containsExactly(List.of(), FakeLog.ENDS);
    }

    @Test
    void aTakeoverWithoutTheEndsOfOutcomesLeadsAndHoldsInputsOnly() throws InterruptedException {
        lead();
        define(FiringRule.every(Duration.ofSeconds(1)));
        defineOneThatMayNotOverlap();
        steps();
        clock.advance(Duration.ofSeconds(1));
        log.failBefore = true;
        step();
        log.failBefore = false;
        log.endsUnknown = true;
        clock.advance(Duration.ofSeconds(1));
        step();
        leadership.term = "latch-2";
        readState();
        steps();

        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);
        assertThat(ticks()).contains("report:2026-11-18T06:00:01Z", "report:2026-11-18T06:00:02Z");
        assertThat(outcomePositions()).as("where they were").isEqualTo(FakeLog.ENDS);
        define(Schedule.of("later", FiringRule.every(Duration.ofSeconds(1)), Work.of("shell", RawJson.NULL)));
        advanceTo("2026-11-18T06:00:04Z");
        assertThat(ticks()).noneMatch(key -> key.startsWith("later:"));

        log.endsUnknown = false;
        advanceTo("2026-11-18T06:00:08Z");
        assertThat(ticks()).anyMatch(key -> key.startsWith("later:"));
        assertThat(log.followedFrom).containsExactly(List.of(), FakeLog.ENDS);
    }

    private List<Long> outcomePositions() {
        return log.kept.get(log.kept.size() - 1).watermark().positions().outcomes();
    }

    @Test
    void sleepsUntilTheNextTick() throws InterruptedException {
        lead();
        define(FiringRule.every(Duration.ofSeconds(1)));
        steps();
        clock.set(Instant.parse("2026-11-18T06:00:00.900Z"));

        assertThat(dispatcher.step(clock.instant())).isEqualTo(Duration.ofMillis(100));
    }

    @Test
    void givesUpAndQueuesAgainAfterAnyError() throws InterruptedException {
        lead();
        log.failBefore = true;
        define(FiringRule.every(Duration.ofSeconds(1)));
        step();

        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
        assertThat(leadership.calls).containsExactly("enter", "giveUp");

        clock.advance(Duration.ofSeconds(1));
        step();
        assertThat(leadership.calls).containsExactly("enter", "giveUp", "enter");
        assertThat(dispatcher.state()).isEqualTo(LeaderState.STANDBY);
    }

    @Test
    void aSecondErrorSoonAfterGivesTheSessionUpToo() throws InterruptedException {
        lead();
        log.failBefore = true;
        define(FiringRule.every(Duration.ofSeconds(1)));
        step();
        clock.advance(Duration.ofSeconds(1));
        step();
        leadership.term = "latch-2";
        step();
        readState();
        step();
        step();

        assertThat(leadership.calls).containsExactly("enter", "giveUp", "enter", "giveUpWithSession");
    }

    @Test
    void aSliceOfUnknownFateThatWasCommittedIsReadAndNotRepeated() throws InterruptedException {
        lead();
        define(FiringRule.every(Duration.ofSeconds(1)));
        steps();
        clock.set(Instant.parse("2026-11-18T06:00:01Z"));
        log.failAfter = true;
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);

        log.failAfter = false;
        clock.advance(Duration.ofSeconds(2));
        step();
        leadership.term = "latch-2";
        step();
        readState();
        steps();

        assertThat(ticks())
                .containsExactly(
                        "report:2026-11-18T06:00:01Z", "report:2026-11-18T06:00:02Z", "report:2026-11-18T06:00:03Z");
    }

    @Test
    void aSliceOfUnknownFateThatWasNotCommittedIsMadeAgain() throws InterruptedException {
        lead();
        define(FiringRule.every(Duration.ofSeconds(1)));
        steps();
        clock.set(Instant.parse("2026-11-18T06:00:01Z"));
        log.failBefore = true;
        step();

        log.failBefore = false;
        clock.advance(Duration.ofSeconds(1));
        step();
        leadership.term = "latch-2";
        step();
        readState();
        steps();

        assertThat(ticks()).containsExactly("report:2026-11-18T06:00:01Z", "report:2026-11-18T06:00:02Z");
        assertThat(counted("ticks.dispatched")).isEqualTo(2);
        assertThat(counted("elections")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT1H", "PT-1H", "PT2.1S", "PT-2.1S"})
    void aLeaderStopsLeadingWhenItsClockIsSet(Duration step) throws InterruptedException {
        lead();
        define(FiringRule.every(Duration.ofSeconds(60)));
        steps();
        clock.set(clock.instant().plus(step));
        step();

        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
        assertThat(ticks()).isEmpty();
    }

    @Test
    void aClockBehindTheNewestRecordPreventsLeadingAndFencing() throws InterruptedException {
        commitByAnother(Duration.ofMinutes(10), Duration.ZERO);
        leadership.term = "latch-1";
        step();

        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
        assertThat(log.calls).doesNotContain("takeOver");
        assertThat(standing.clockAgrees()).isFalse();
        assertThat(standing.clockWords()).contains("600 s behind");
        assertThat(clockBehind()).isEqualTo(600);

        clock.advance(Duration.ofSeconds(5));
        step();
        assertThat(dispatcher.state()).as("another may lead meanwhile").isEqualTo(LeaderState.RESTING);
    }

    @Test
    void aWatermarkOfTheFutureIsFoundInATakeover() throws InterruptedException {
        leadership.term = "latch-1";
        step();
        commitByAnother(Duration.ZERO, Duration.ofMinutes(10));
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
        assertThat(standing.clockAgrees()).isFalse();
    }

    @Test
    void aLeaderStopsLeadingWhenItsClockIsBehind() throws InterruptedException {
        lead();
        commitByAnother(Duration.ofSeconds(3), Duration.ZERO);
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
        assertThat(standing.clockAgrees()).isFalse();
    }

    @Test
    void theOnlyTriggerLeadsByItselfOnceItsClockIsRightAgain() throws InterruptedException {
        commitByAnother(Duration.ofMinutes(10), Duration.ofMinutes(10));
        for (int i = 1; i <= 3; i++) {
            leadership.term = "latch-" + i;
            step();
            assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
            clock.advance(Duration.ofSeconds(11));
            step();
        }
        assertThat(meters.get("carillon.trigger.terms.ended").counter().count()).isEqualTo(3);

        clock.set(clock.instant().plus(Duration.ofMinutes(10)));
        leadership.term = "latch-4";
        steps();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);
    }

    @Test
    void aStandbyReportsThatItsClockIsBehindAndThatItIsRightAgain() throws InterruptedException {
        commitByAnother(Duration.ofSeconds(30), Duration.ZERO);
        assertThat(standing.clockAgrees()).isFalse();

        commitByAnother(Duration.ofMillis(400), Duration.ZERO);
        assertThat(standing.clockAgrees()).isTrue();
        assertThat(clockBehind()).isEqualTo(0.4);
    }

    /** The offsets are from the clock of this instance, which may be wrong. */
    private void commitByAnother(Duration appendedIn, Duration reachedIn) throws InterruptedException {
        Instant reached = clock.instant().plus(reachedIn);
        Watermark watermark = new Watermark(
                "0", DecidedUpTo.allOf(reached.minusNanos(reached.getNano())), InputPositions.START, null, Map.of());
        Instant appended = clock.instant().plus(appendedIn);
        log.state.add(new InputRecord(
                "t",
                0,
                log.state.size(),
                appended,
                clock.instant(),
                Watermark.recordKey("0").getBytes(StandardCharsets.UTF_8),
                Kind.WATERMARK.encode(watermark)));
        readState();
    }

    private double inputsWaiting() {
        return meters.get("carillon.trigger.inputs.waiting.seconds").gauge().value();
    }

    private double clockBehind() {
        return meters.get("carillon.trigger.clock.behind.seconds").gauge().value();
    }

    @Test
    void aSlewedClockEndsNoTerm() throws InterruptedException {
        lead();
        for (int i = 0; i < 10; i++) {
            clock.set(clock.instant().plusMillis(500));
            steps();
        }
        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);
    }

    @Test
    void aRestEndsThoughTheClockIsSetBack() throws InterruptedException {
        lead();
        log.failBefore = true;
        define(FiringRule.every(Duration.ofSeconds(1)));
        step();
        clock.set(clock.instant().minus(Duration.ofHours(1)));
        clock.advance(Duration.ofSeconds(1));
        step();

        assertThat(dispatcher.state()).isEqualTo(LeaderState.STANDBY);
    }

    @Test
    void anInstanceThatCantReadTheWatermarkNeitherLeadsNorFences() throws InterruptedException {
        log.state.add(record(0, Watermark.recordKey("0"), "{\"v\":99}".getBytes(StandardCharsets.UTF_8)));
        readState();
        leadership.term = "latch-1";
        step();

        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
        assertThat(log.calls).doesNotContain("takeOver");
    }

    @Test
    void anInstanceThatCantReadAMarkerDoesNotLeadUntilItIsReplaced() throws InterruptedException {
        leadership.term = "latch-1";
        step();
        log.state.add(record(0, "report", "{\"v\":99}".getBytes(StandardCharsets.UTF_8)));
        readState();
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);

        log.state.add(record(1, "report", null));
        readState();
        clock.advance(Duration.ofSeconds(11));
        step();
        leadership.term = "latch-2";
        step();
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);
    }

    @Test
    void anInstanceThatCantUseADefinitionInForceDoesNotLead() throws InterruptedException {
        Watermark applied = new Watermark(
                "0",
                DecidedUpTo.allOf(Instant.parse("2026-11-18T06:00:00Z")),
                new InputPositions(1, 0, 0, List.of()),
                null,
                Map.of());
        log.state.add(record(0, Watermark.recordKey("0"), Kind.WATERMARK.encode(applied)));
        schedules.add(record(0, "report", "{\"v\":99}".getBytes(StandardCharsets.UTF_8)));
        inbox.put(new IntakeBatch(log.state, schedules, List.of(), 1, 1, 0));
        takeAll();
        leadership.term = "latch-1";
        step();
        step();

        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
        assertThat(dispatcher.catalogue().unreadable())
                .hasValueSatisfying(what -> assertThat(what).contains("report"));
    }

    @Test
    void noInstanceLeadsOnPositionsInATopicThatWasCreatedAgain() throws InterruptedException {
        log.lost = Optional.of("schedules ends at 3");
        log.state.add(record(
                0,
                Watermark.recordKey("0"),
                Kind.WATERMARK.encode(new Watermark(
                        "0",
                        new DecidedUpTo(clock.instant(), ""),
                        new InputPositions(500, 0, 0, List.of()),
                        null,
                        Map.of()))));
        leadership.term = "latch-1";
        step();
        readState();
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
        assertThat(log.calls).doesNotContain("commit");

        // It tries again after ten seconds, not after one.
        clock.advance(Duration.ofSeconds(5));
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.RESTING);
    }

    @Test
    void theFirstLeaderEverAppliesAllThatIsThereInOneSlice() throws InterruptedException {
        log.schedulesEnd = 12_000;
        leadership.term = "latch-1";
        step();
        for (int part = 0; part < 3; part++) {
            List<InputRecord> read = new ArrayList<>();
            for (int i = 0; i < 4_000; i++) {
                Schedule schedule = Schedule.of(
                        "s" + schedules.size(),
                        FiringRule.every(Duration.ofSeconds(5)),
                        Work.of("shell", RawJson.NULL));
                InputRecord record = record(schedules.size(), schedule.taskId(), Kind.SCHEDULE.encode(schedule));
                schedules.add(record);
                read.add(record);
            }
            step();
            assertThat(dispatcher.state()).isEqualTo(LeaderState.TAKING_OVER);
            inbox.put(new IntakeBatch(List.of(), read, List.of(), 0, schedules.size(), 0));
            takeAll();
        }
        steps();

        assertThat(log.kept)
                .extracting(plan -> plan.slice().applied())
                .filteredOn(applied -> applied > 0)
                .containsExactly(12_000L);
    }

    @Test
    void failingToApplyARecordEndsTheService() throws InterruptedException {
        inbox.put(new IntakeBatch(List.of(), unreadableList(), List.of(), 0, 0, 0));

        assertThatExceptionOfType(TakingInFailed.class).isThrownBy(this::takeAll);
    }

    private static List<InputRecord> unreadableList() {
        return new AbstractList<>() {
            @Override
            public InputRecord get(int index) {
                throw new IllegalStateException("broken");
            }

            @Override
            public int size() {
                return 1;
            }
        };
    }

    @Test
    void aNewPathIsNewlyWonAndALostConnectionIsNothing() throws InterruptedException {
        lead();
        leadership.term = null;
        step();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);

        leadership.term = "latch-2";
        step();
        step();

        assertThat(log.calls.stream().filter("takeOver"::equals)).hasSize(2);
    }

    @Test
    void aStoppingLeaderGoesOnUntilTheMinuteIsOverAndAllIsDone() throws InterruptedException {
        lead();
        leadership.successor = true;
        define(FiringRule.every(Duration.ofSeconds(1)));
        advanceTo("2026-11-18T06:00:59.300Z");
        dispatcher.askToLeave(Duration.ofSeconds(4));

        advanceTo("2026-11-18T06:01:00.500Z");
        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);
        advanceTo("2026-11-18T06:01:01.100Z");
        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEFT);

        assertThat(ticks()).endsWith("report:2026-11-18T06:01:00Z", "report:2026-11-18T06:01:01Z");
        assertThat(log.calls).endsWith("commit", "letGo");
        assertThat(leadership.calls).containsExactly("enter", "giveUp");
    }

    @Test
    void aStoppingLeaderWithoutASuccessorWaitsForNoCalmMoment() throws InterruptedException {
        lead();
        define(FiringRule.every(Duration.ofSeconds(1)));
        advanceTo("2026-11-18T06:00:59.300Z");
        dispatcher.askToLeave(Duration.ofSeconds(4));
        steps();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEFT);
    }

    @Test
    void aStoppingStandbyLeavesTheQueueAtOnce() throws InterruptedException {
        dispatcher.askToLeave(Duration.ofSeconds(4));
        steps();

        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEFT);
        leadership.term = "latch-1";
        steps();
        assertThat(log.calls).doesNotContain("takeOver");
    }

    private void advanceTo(String instant) throws InterruptedException {
        while (clock.instant().isBefore(Instant.parse(instant))) {
            clock.advance(Duration.ofMillis(50));
            steps();
        }
    }

    private void lead() throws InterruptedException {
        leadership.term = "latch-1";
        step();
        readState();
        steps();
        assertThat(dispatcher.state()).isEqualTo(LeaderState.LEADING);
    }

    private void define(FiringRule when) throws InterruptedException {
        define(Schedule.of("report", when, Work.of("shell", RawJson.NULL)));
    }

    /** A schedule that may not overlap waits for the ends of its own executions. */
    private void defineOneThatMayNotOverlap() throws InterruptedException {
        define(Kind.SCHEDULE.decode(
                "{\"v\":1,\"taskId\":\"alone\",\"type\":\"shell\",\"every\":\"1s\",\"overlap\":\"skip\"}"
                        .getBytes(StandardCharsets.UTF_8)));
    }

    private void define(Schedule schedule) throws InterruptedException {
        schedules.add(record(schedules.size(), schedule.taskId(), Kind.SCHEDULE.encode(schedule)));
        inbox.put(new IntakeBatch(
                List.of(),
                schedules.subList(schedules.size() - 1, schedules.size()),
                List.of(),
                0,
                schedules.size(),
                0));
        takeAll();
    }

    private InputRecord record(long offset, String key, byte @Nullable [] value) {
        return new InputRecord(
                "t", 0, offset, clock.instant(), clock.instant(), key.getBytes(StandardCharsets.UTF_8), value);
    }

    /** Lets the intake read what the log holds. */
    private void readState() throws InterruptedException {
        inbox.put(new IntakeBatch(
                List.copyOf(log.state.subList(statePassed, log.state.size())),
                List.of(),
                List.of(),
                log.state.size(),
                schedules.size(),
                0));
        statePassed = log.state.size();
        takeAll();
    }

    private void read(long stateRead) throws InterruptedException {
        inbox.put(new IntakeBatch(List.of(), List.of(), List.of(), stateRead, 0, 0));
        takeAll();
    }

    private void takeAll() throws InterruptedException {
        dispatcher.takeAll(Duration.ZERO);
    }

    private void step() throws InterruptedException {
        dispatcher.step(clock.instant());
    }

    /** Steps until nothing more can be done at this instant. */
    private void steps() throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            step();
        }
    }

    private List<String> ticks() {
        List<String> keys = new ArrayList<>();
        for (SlicePlan plan : log.kept) {
            for (SliceOutput output : plan.outputs()) {
                if (output instanceof SliceOutput.Dispatch dispatch) {
                    keys.add(String.valueOf(dispatch.task().key()));
                }
            }
        }
        return keys;
    }
}
