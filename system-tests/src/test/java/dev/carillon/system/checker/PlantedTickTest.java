package dev.carillon.system.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.finding.Report;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A run of ten ticks, one every five seconds, with planted faults. */
final class PlantedTickTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:01Z");
    private static final Instant FIRST = Instant.parse("2026-11-18T06:00:05Z");
    private static final Schedule EVERY_5_S =
            Schedule.of("bell", FiringRule.every(Duration.ofSeconds(5)), WrittenRun.WORK);

    private final WrittenRun run = new WrittenRun(START);

    private static Instant tick(int n) {
        return FIRST.plusSeconds(5L * n);
    }

    private void tickedExcept(int left) {
        run.schedule(START.plusMillis(100), EVERY_5_S);
        run.sliceTo(START.plusMillis(900));
        for (int n = 0; n < 10; n++) {
            if (n != left) {
                run.succeeded(tick(n).plusMillis(3), WrittenRun.tick("bell", tick(n)));
            }
            run.sliceTo(tick(n));
        }
    }

    @Test
    void runWithoutFaultIsClean() {
        tickedExcept(-1);
        Report report = run.checked();
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.count(CountNames.TICKS_EXPECTED)).isEqualTo(10);
        assertThat(report.count(CountNames.EXECUTIONS)).isEqualTo(10);
    }

    @Test
    void runOfNothingIsNotClean() {
        assertThat(run.checked().isClean()).isFalse();
        assertThat(run.checked().toString()).contains("NOTHING WAS CHECKED");
    }

    @Test
    void lostTickIsFound() {
        tickedExcept(4);
        assertOnly("bell:" + tick(4) + " was planned by this version, but has neither a task");
    }

    @Test
    void doubledTickIsFound() {
        tickedExcept(-1);
        run.task(tick(4).plusMillis(9), WrittenRun.tick("bell", tick(4)));
        assertOnly("bell:" + tick(4) + " was dispatched 2 times");
    }

    @Test
    void tickThatIsBothTaskAndSkippedIsFound() {
        tickedExcept(4);
        Task task = WrittenRun.tick("bell", tick(4));
        run.task(tick(4).plusMillis(3), task);
        run.result(tick(4).plusMillis(9), task, ResultStatus.SUCCEEDED, tick(4).plusMillis(5));
        run.skipped(tick(20), "bell", new SkippedRange(SkipReason.MISSED, tick(4), tick(4), 1));
        assertThat(run.checked().of(Guarantee.G1))
                .singleElement()
                .asString()
                .contains("decided more than once: a task");
    }

    @Test
    void earlyTickIsFound() {
        tickedExcept(4);
        run.succeeded(tick(4).minusSeconds(2), WrittenRun.tick("bell", tick(4)));
        Report report = run.checked();
        assertThat(report.of(Guarantee.G1)).singleElement().asString().contains("before its instant");
        assertThat(report.of(Guarantee.G3)).singleElement().asString().contains("started at", "before " + tick(4));
    }

    private void writtenAhead(int millis) {
        tickedExcept(4);
        Task task = WrittenRun.tick("bell", tick(4));
        run.task(tick(4).minusMillis(millis), task);
        run.result(tick(4).plusMillis(9), task, ResultStatus.SUCCEEDED, tick(4).plusMillis(1));
        run.outcome(tick(4).plusMillis(12), "bell:" + tick(4), OutcomeStatus.SUCCEEDED, 1);
    }

    @Test
    void tickMayBeWrittenALittleAheadButNotStarted() {
        writtenAhead(25);
        assertThat(run.checked().isClean()).as(run.checked().toString()).isTrue();
    }

    @Test
    void tickThatIsWrittenFurtherAheadIsFound() {
        writtenAhead(30);
        assertOnly("before its instant");
    }

    @Test
    void tickThatNobodyPlannedIsFound() {
        tickedExcept(-1);
        run.succeeded(tick(9), WrittenRun.tick("bell", tick(4).plusSeconds(1)));
        assertOnly("was dispatched, but no version in force planned it");
    }

    @Test
    void tickAfterDeletionIsFound() {
        tickedExcept(-1);
        run.deletion(tick(9).plusMillis(50), "bell");
        run.sliceTo(tick(9).plusMillis(900));
        run.succeeded(tick(10), WrittenRun.tick("bell", tick(10)));
        run.sliceTo(tick(11));
        assertOnly("bell:" + tick(10) + " was dispatched, but no version in force planned it");
    }

    @Test
    void editTakesEffectAtTheSliceThatAppliesIt() {
        tickedExcept(-1);
        run.schedule(
                tick(9).plusMillis(50), Schedule.of("bell", FiringRule.every(Duration.ofSeconds(10)), WrittenRun.WORK));
        run.sliceTo(tick(9).plusSeconds(1));
        run.succeeded(tick(11), WrittenRun.tick("bell", tick(11)));
        run.sliceTo(tick(12));
        assertClean();
    }

    @Test
    void skippedRangeTakesThePlaceOfItsTicks() {
        run.schedule(START.plusMillis(100), EVERY_5_S);
        run.sliceTo(START.plusMillis(900));
        run.skipped(tick(30), "bell", new SkippedRange(SkipReason.COALESCED, tick(0), tick(8), 9));
        run.succeeded(tick(30), WrittenRun.tick("bell", tick(9)));
        run.sliceTo(tick(9));
        assertClean();
    }

    @Test
    void skippedRangeThatCountsWronglyIsFound() {
        run.schedule(START.plusMillis(100), EVERY_5_S);
        run.sliceTo(START.plusMillis(900));
        run.skipped(tick(30), "bell", new SkippedRange(SkipReason.MISSED, tick(0), tick(9), 9));
        run.sliceTo(tick(9));
        assertOnly("skips 9 ticks up to " + tick(9) + ", but 10 were expected");
    }

    @Test
    void skippingATickThatWasInTimeIsFound() {
        tickedExcept(9);
        run.skipped(tick(9).plusSeconds(1), "bell", new SkippedRange(SkipReason.MISSED, tick(9), tick(9), 1));
        assertOnly("as missed, though it was in time");
    }

    @Test
    void pausedScheduleOwesNothingYet() {
        tickedExcept(-1);
        run.schedule(tick(9).plusMillis(50), EVERY_5_S.withEnabled(false, "pause", tick(9)));
        run.sliceTo(tick(9).plusMillis(900));
        run.sliceTo(tick(20));
        assertClean();
    }

    @Test
    void sliceThatGoesBackIsFound() {
        tickedExcept(-1);
        run.slice(DecidedUpTo.allOf(tick(8)), DecidedUpTo.allOf(tick(9)), 1, 1);
        assertThat(run.checked().of(Guarantee.G1)).singleElement().asString().contains("was reached");
    }

    @Test
    void sliceThatJumpsOverAnInputIsFound() {
        tickedExcept(-1);
        run.slice(DecidedUpTo.allOf(tick(9)), DecidedUpTo.allOf(tick(9).plusSeconds(1)), 2, 2);
        assertThat(run.checked().of(Guarantee.G1)).singleElement().asString().contains("position 2 of schedules");
    }

    @Test
    void oneOffFiresOnce() {
        run.schedule(START.plusMillis(100), Schedule.of("once", FiringRule.at(tick(2)), WrittenRun.WORK));
        run.sliceTo(START.plusSeconds(1));
        run.succeeded(tick(2), WrittenRun.tick("once", tick(2)));
        run.sliceTo(tick(3));
        assertClean();
        assertThat(run.checked().count(CountNames.TICKS_EXPECTED)).isEqualTo(1);
    }

    @Test
    void oneOffInThePastIsOwedOnce() {
        Instant past = START.minusSeconds(10);
        run.schedule(START.plusMillis(100), Schedule.of("once", FiringRule.at(past), WrittenRun.WORK));
        run.sliceTo(START.plusSeconds(1));
        assertOnly("once:" + past + " was planned");
        run.succeeded(START.plusMillis(200), WrittenRun.tick("once", past));
        assertClean();
    }

    @Test
    void outcomeForASkippedRangeIsExpected() {
        tickedExcept(-1);
        run.outcome(tick(9), "bell:" + tick(9).plusSeconds(1), OutcomeStatus.SKIPPED, 1);
        assertThat(run.checked().of(Guarantee.G4)).isNotEmpty();
    }

    private void assertClean() {
        Report report = run.checked();
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    private void assertOnly(String words) {
        assertThat(run.checked().of(Guarantee.G1)).singleElement().asString().contains(words);
    }
}
