package dev.carillon.system.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.finding.Report;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Runs of schedules that depend on ends of executions, with planted faults. */
final class PlantedEndTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:01Z");
    private static final Instant FIRST = Instant.parse("2026-11-18T06:00:05Z");

    private final WrittenRun run = new WrittenRun(START);

    private static Instant tick(int n) {
        return FIRST.plusSeconds(5L * n);
    }

    /** Defines the schedule and returns its version. */
    private long schedule(String taskId, String fields) {
        String json = "{'taskId':'" + taskId + "','type':'succeed'," + fields + "}";
        Schedule schedule = Kind.SCHEDULE.decode(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        long version = run.schedule(START.plusMillis(100), schedule).offset();
        run.applied();
        return version;
    }

    private static Task task(String taskId, Instant instant, long version) {
        return WrittenRun.tick(taskId, instant)
                .withTimes(null, instant.plusSeconds(600))
                .withSchedule(version, 0);
    }

    /** Writes the records of an execution that runs between the two instants. */
    private void ran(Task task, Instant from, Instant to, OutcomeStatus end) {
        run.task(from, task);
        ResultStatus status = end == OutcomeStatus.SUCCEEDED ? ResultStatus.SUCCEEDED : ResultStatus.CANCELLED;
        run.result(to.minusMillis(10), task, status, from.plusMillis(5));
        run.outcome(to, WrittenRun.keyOf(task), end, 1);
    }

    private void assertClean() {
        Report report = run.checked();
        assertThat(report.isClean()).as(report.toString()).isTrue();
    }

    private void assertFound(Guarantee guarantee, String words) {
        assertThat(run.checked().of(guarantee)).singleElement().asString().contains(words);
    }

    @Test
    void tickBesideAnOpenOneIsFoundWhereItsScheduleForbidsThat() {
        long version = schedule("bell", "'every':'5s','overlap':'queue-all'");
        ran(task("bell", tick(0), version), tick(0), tick(0).plusSeconds(6), OutcomeStatus.SUCCEEDED);
        ran(task("bell", tick(1), version), tick(1).plusSeconds(2), tick(1).plusSeconds(3), OutcomeStatus.SUCCEEDED);
        run.sliceTo(tick(1).plusSeconds(3));
        assertClean();
        assertThat(run.checked().count(CountNames.MUST_NOT_OVERLAP)).isEqualTo(1);

        ran(task("bell", tick(2), version), tick(2), tick(2).plusSeconds(6), OutcomeStatus.SUCCEEDED);
        ran(task("bell", tick(3), version), tick(3), tick(3).plusSeconds(9), OutcomeStatus.SUCCEEDED);
        run.sliceTo(tick(3));
        assertFound(Guarantee.G11, "bell:" + tick(3) + " was dispatched while bell:" + tick(2) + " was open");
    }

    @Test
    void tickThatComesTooSoonAfterAnEndIsFound() {
        long version = schedule("bell", "'afterEnd':'10s'");
        ran(task("bell", tick(0), version), tick(0), tick(1), OutcomeStatus.SUCCEEDED);
        ran(task("bell", tick(3), version), tick(3), tick(4), OutcomeStatus.SUCCEEDED);
        run.sliceTo(tick(4));
        assertClean();

        ran(task("bell", tick(5), version), tick(5), tick(6), OutcomeStatus.SUCCEEDED);
        assertFound(Guarantee.G1, "bell:" + tick(5) + " comes less than PT10S after the end of bell:" + tick(3));
    }

    @Test
    void tickBeforeTheEndOfOneThatItDependsOnIsFound() {
        long parent = schedule("parent", "'every':'5s'");
        long child = schedule("child", "'dependsOn':['parent']");
        ran(task("parent", tick(0), parent), tick(0), tick(0).plusSeconds(1), OutcomeStatus.SUCCEEDED);
        ran(task("child", tick(0), child), tick(0).plusSeconds(2), tick(0).plusSeconds(3), OutcomeStatus.SUCCEEDED);
        run.sliceTo(tick(0).plusSeconds(3));
        assertClean();
        assertThat(run.checked().count(CountNames.DEPENDENCIES)).isEqualTo(1);

        ran(task("parent", tick(1), parent), tick(1), tick(1).plusSeconds(3), OutcomeStatus.SUCCEEDED);
        ran(task("child", tick(1), child), tick(1).plusSeconds(2), tick(1).plusSeconds(4), OutcomeStatus.SUCCEEDED);
        run.sliceTo(tick(1).plusSeconds(4));
        assertFound(Guarantee.G1, "child:" + tick(1) + " was dispatched before parent had ended as asked for");
    }

    @Test
    void tickAfterAnEndOtherThanAskedForIsFound() {
        long parent = schedule("parent", "'every':'5s'");
        long child = schedule("child", "'dependsOn':['parent']");
        ran(task("parent", tick(0), parent), tick(0), tick(0).plusSeconds(1), OutcomeStatus.CANCELLED);
        ran(task("child", tick(0), child), tick(0).plusSeconds(2), tick(0).plusSeconds(3), OutcomeStatus.SUCCEEDED);
        run.sliceTo(tick(0).plusSeconds(3));
        assertFound(Guarantee.G1, "child:" + tick(0) + " was dispatched before parent had ended as asked for");
    }

    @Test
    void oneRunTooManyIsFound() {
        long version = schedule("bell", "'every':'5s','maxRuns':2");
        ran(task("bell", tick(0), version), tick(0), tick(0).plusSeconds(1), OutcomeStatus.SUCCEEDED);
        ran(task("bell", tick(1), version), tick(1), tick(1).plusSeconds(1), OutcomeStatus.SUCCEEDED);
        run.sliceTo(tick(4));
        assertClean();

        ran(task("bell", tick(2), version), tick(2), tick(2).plusSeconds(1), OutcomeStatus.SUCCEEDED);
        assertFound(Guarantee.G1, "bell:" + tick(2) + " is run 3 of 2");
    }
}
