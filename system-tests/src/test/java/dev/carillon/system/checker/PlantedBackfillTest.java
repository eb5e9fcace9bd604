package dev.carillon.system.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Origin;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.finding.Report;
import dev.carillon.system.checker.seen.SeenRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A backfill of six instants, two at a time, with planted faults. */
final class PlantedBackfillTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:01Z");
    private static final Instant FROM = Instant.parse("2026-11-18T05:00:00Z");
    private static final Schedule EVERY_10_M =
            Schedule.of("bell", FiringRule.every(Duration.ofMinutes(10)), WrittenRun.WORK);

    private final WrittenRun run = new WrittenRun(START);

    @BeforeEach
    void orderedBackfill() {
        run.schedule(START.plusMillis(100), EVERY_10_M);
        run.sliceTo(START.plusMillis(900));
        order(CommandKind.BACKFILL);
        run.sliceTo(START.plusSeconds(2));
    }

    private SeenRecord order(CommandKind kind) {
        Command command = Command.of(kind, "bell", START, null);
        Command whole =
                kind == CommandKind.BACKFILL ? command.withRange(FROM, FROM.plus(Duration.ofHours(1)), 2L) : command;
        return run.append(run.names.control(), START.plusSeconds(1), "bell", Kind.COMMAND.encode(whole), Map.of());
    }

    private static Instant instant(int n) {
        return FROM.plus(Duration.ofMinutes(10L * n));
    }

    private static Task task(int n, int nanos) {
        return Task.first(
                        ExecutionKey.of("bell", instant(n).plusNanos(1_000_000_000L - nanos)),
                        Origin.BACKFILL,
                        WrittenRun.WORK)
                .withNominalTime(instant(n));
    }

    /** The n-th second after the slice that started it. */
    private static Instant at(int n) {
        return START.plusSeconds(3L + n);
    }

    private void madeExcept(int left) {
        for (int n = 0; n < 6; n++) {
            if (n != left) {
                run.succeeded(at(n), task(n, 1));
            }
        }
    }

    @Test
    void backfillWithoutFaultIsClean() {
        madeExcept(-1);
        assertClean();
        assertThat(run.checked().count(CountNames.BACKFILLS)).isEqualTo(1);
        assertThat(run.checked().count(CountNames.BACKFILLED)).isEqualTo(6);
    }

    @Test
    void lostInstantIsFound() {
        madeExcept(3);
        assertOnly(Guarantee.G1, "bell:" + instant(3) + " is planned in the range of this backfill");
    }

    @Test
    void doubledInstantIsFound() {
        madeExcept(-1);
        run.task(at(9), task(3, 1));
        assertOnly(Guarantee.G1, "was made 2 times by one backfill");
    }

    @Test
    void instantThatTheRangeDoesNotPlanIsFound() {
        madeExcept(-1);
        run.succeeded(at(9), task(6, 1));
        assertOnly(Guarantee.G1, "the backfill's range does not plan it");
    }

    @Test
    void executionThatMakesUpForAnotherInstantIsFound() {
        madeExcept(3);
        run.succeeded(at(9), task(3, 1).withNominalTime(instant(2)));
        assertOnly(Guarantee.G1, "makes up for " + instant(2));
    }

    @Test
    void executionThatNobodyOrderedIsFound() {
        madeExcept(-1);
        run.succeeded(at(9), task(3, 77));
        assertOnly(Guarantee.G1, "of a backfill that no command ordered");
    }

    @Test
    void oneTooManyAtATimeIsFound() {
        for (int n = 0; n < 6; n++) {
            Task task = task(n, 1);
            run.task(at(n), task);
            run.result(at(n + 1).plusMillis(500), task, ResultStatus.SUCCEEDED, at(n).plusMillis(5));
            run.outcome(at(n + 1).plusMillis(500), WrittenRun.keyOf(task), OutcomeStatus.SUCCEEDED, 1);
        }
        assertClean();
        order(CommandKind.BACKFILL);
        run.sliceTo(at(10));
        for (int n = 0; n < 6; n++) {
            run.task(at(20), task(n, 2));
            run.result(at(21), task(n, 2), ResultStatus.SUCCEEDED, at(20).plusMillis(5));
            run.outcome(at(21), WrittenRun.keyOf(task(n, 2)), OutcomeStatus.SUCCEEDED, 1);
        }
        assertThat(run.checked().of(Guarantee.G12))
                .hasSize(4)
                .first()
                .asString()
                .contains("is open as number 3 of its backfill, which allows 2");
    }

    @Test
    void cancelledOneMayLeaveTheRestButNoHole() {
        run.succeeded(at(0), task(0, 1));
        run.succeeded(at(1), task(1, 1));
        assertThat(run.checked().of(Guarantee.G1)).hasSize(4);
        order(CommandKind.CANCEL_BACKFILL);
        run.sliceTo(at(2));
        assertClean();
        run.succeeded(at(3), task(3, 1));
        assertOnly(Guarantee.G1, "bell:" + instant(2) + " is planned in the range of this backfill");
    }

    @Test
    void anEditOfTheTimesMayEndItAndOneOfTheWorkMayNot() {
        run.succeeded(at(0), task(0, 1));
        run.schedule(at(1), EVERY_10_M.withEnabled(true, null, at(1)));
        run.sliceTo(at(2));
        assertThat(run.checked().of(Guarantee.G1)).hasSize(5);
        run.schedule(at(3), Schedule.of("bell", FiringRule.every(Duration.ofMinutes(20)), WrittenRun.WORK));
        run.sliceTo(at(4));
        assertClean();
    }

    @Test
    void instantsOfDaysThatDontCountMayNotBeMade() {
        run.calendar(at(0), new Calendar("days", null, List.of(), List.of("2026-11-18"), List.of(), Map.of()));
        run.schedule(at(0), onDays());
        madeExcept(-1);
        run.sliceTo(at(8));
        order(CommandKind.BACKFILL);
        run.sliceTo(at(9));
        assertClean();
        run.succeeded(at(10), task(0, 2));
        assertOnly(Guarantee.G1, "the backfill's range does not plan it");
    }

    private static Schedule onDays() {
        String json = "{\"taskId\":\"bell\",\"type\":\"succeed\",\"every\":\"10m\",\"calendar\":\"days\"}";
        return Kind.SCHEDULE.decode(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void refusedOneMakesNothing() {
        madeExcept(-1);
        SeenRecord second = order(CommandKind.BACKFILL);
        run.dead(at(7), second, ErrorCode.BACKFILL_UNDER_WAY);
        run.sliceTo(at(8));
        assertClean();
        run.succeeded(at(9), task(0, 2));
        assertOnly(Guarantee.G1, "was made by a backfill that was refused");
    }

    private void assertClean() {
        Report report = run.checked();
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    private void assertOnly(Guarantee guarantee, String words) {
        assertThat(run.checked().of(guarantee)).singleElement().asString().contains(words);
    }
}
