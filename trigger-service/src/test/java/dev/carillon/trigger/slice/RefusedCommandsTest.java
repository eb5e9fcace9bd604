package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.slice.build.SliceOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that a schedule can't carry out, and ticks that it no longer fires. */
class RefusedCommandsTest {
    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    @BeforeEach
    void begin() {
        cluster.settle();
    }

    private void define(String fields) {
        cluster.define(TestSchedules.of("m", fields));
        cluster.settle();
    }

    private void run(int seconds) {
        cluster.run(Duration.ofSeconds(seconds));
    }

    private void command(CommandKind kind) {
        cluster.command(Command.of(kind, "m", cluster.clock.instant(), null));
        cluster.settle();
    }

    private List<ErrorCode> deadLetters() {
        return cluster.committed.stream()
                .flatMap(plan -> plan.outputs().stream())
                .filter(SliceOutput.PutAside.class::isInstance)
                .map(output -> ((SliceOutput.PutAside) output).cause())
                .toList();
    }

    private ScheduleState state(String taskId) {
        return Objects.requireNonNull(cluster.leader().state(taskId));
    }

    @Test
    void aHundredSkipsThatAreOverLeaveRoomForMore() {
        define("'every':'1s'");
        for (int i = 0; i < 101; i++) {
            command(CommandKind.SKIP_NEXT);
        }
        assertThat(deadLetters()).containsExactly(ErrorCode.TOO_MANY_ENTRIES);
        run(120);
        command(CommandKind.SKIP_NEXT);
        run(1);
        assertThat(deadLetters()).hasSize(1);
        assertThat(published.all()).endsWith("m skips 06:02:01 REQUESTED");
    }

    @Test
    void completeScheduleHasNoTickToSkip() {
        define("'every':'1s','maxRuns':2");
        run(5);
        command(CommandKind.SKIP_NEXT);
        assertThat(deadLetters()).containsExactly(ErrorCode.NEVER_FIRES);
        assertThat(state("m").overrides().skipping()).isEmpty();
    }

    @Test
    void completeScheduleThatIsPausedAndResumedFiresNothing() {
        define("'every':'10s','maxRuns':1");
        run(15);
        define("'every':'10s','maxRuns':1,'enabled':false");
        run(60);
        define("'every':'10s','maxRuns':1");
        run(20);
        assertThat(published.all()).containsExactly("m@06:00:10");
    }

    /** No service acts on them: without a dead letter the operator would wait for an effect that never comes. */
    @Test
    void commandsThatThisVersionDoesNotSupportBecomeDeadLetters() {
        cluster.command(Command.of(CommandKind.DRAIN, "worker-1", cluster.clock.instant(), null));
        cluster.settle();
        assertThat(deadLetters()).containsExactly(ErrorCode.NOT_SUPPORTED_YET);
    }

    @Test
    void runBeyondTheLastYearIsRefused() {
        define("'every':'1h'");
        cluster.command(Command.of(CommandKind.RUN_NOW, "m", cluster.clock.instant(), null)
                .withExecTime(ExecTime.of(Instant.parse("9999-12-31T23:59:59.5Z"))));
        cluster.settle();
        assertThat(deadLetters()).containsExactly(ErrorCode.OUT_OF_RANGE);
        assertThat(published.tasks()).isEmpty();
    }
}
