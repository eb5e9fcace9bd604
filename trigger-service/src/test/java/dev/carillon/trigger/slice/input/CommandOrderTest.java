package dev.carillon.trigger.slice.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.trigger.slice.SimulatedCluster;
import dev.carillon.trigger.slice.TestSchedules;
import dev.carillon.trigger.slice.build.SliceOutput;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A command that is read before the definitions that were there first. */
class CommandOrderTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");
    private static final Duration MOMENT = Duration.ofMillis(300);

    private final SimulatedCluster cluster = new SimulatedCluster();

    @BeforeEach
    void oneDefinitionIsInForce() {
        cluster.settle();
        cluster.define(report("default"));
        cluster.settle();
    }

    @Test
    void aCommandIsCarriedOutByTheDefinitionThatWasThereBeforeIt() {
        cluster.queues.add("other");
        run("report", 1, 2);
        pass(MOMENT);
        assertThat(manual()).isEmpty();

        cluster.define(report("other"));
        cluster.settle();

        assertThat(manual()).extracting(task -> task.work().queue()).containsExactly("other");
        assertThat(manual()).extracting(Task::scheduleVersion).containsExactly(1L);
    }

    @Test
    void marksThatTransactionsLeaveBehindTheLastDefinitionCountAsRead() {
        run("report", 1, 3);
        pass(MOMENT);
        assertThat(manual()).isEmpty();

        cluster.leader().readUpTo(3, 0, 1);
        cluster.settle();

        assertThat(manual()).hasSize(1);
    }

    @Test
    void definitionsThatCantBeReadHoldUpNoCommandForEver() {
        run("report", 1, 2);
        pass(CommandOrder.MAX_WAIT.minusMillis(1));
        assertThat(manual()).isEmpty();

        pass(Duration.ofMillis(1));

        assertThat(manual()).extracting(Task::scheduleVersion).containsExactly(0L);
    }

    @Test
    void commandsThatWaitTogetherWaitNoLongerThanOne() {
        for (int i = 1; i <= 5; i++) {
            run("report", i, 2);
        }
        pass(CommandOrder.MAX_WAIT);

        assertThat(manual()).hasSize(5);
    }

    @Test
    void aClockThatIsSetBackAddsNothingToTheWait() {
        run("report", 1, 2);
        cluster.clock.set(START.minusSeconds(5));
        cluster.settle();

        assertThat(manual()).hasSize(1);
    }

    @Test
    void laterCommandsKeepTheirPlaceBehindOneThatWaits() {
        run("report", 2, 2);
        run("report", 1, 0);
        pass(MOMENT);
        assertThat(manual()).isEmpty();

        cluster.define(report("default"));
        cluster.settle();

        assertThat(manual())
                .extracting(task -> String.valueOf(task.key()))
                .containsExactly("report:" + START.plusNanos(2), "report:" + START.plusNanos(1));
    }

    @Test
    void commandsForOtherServicesDoNotWait() {
        cluster.command(Command.of(CommandKind.CANCEL, "report:2026-11-18T06:00:00Z", START, null), 2);
        run("report", 1, 0);
        pass(MOMENT);

        assertThat(manual()).hasSize(1);
    }

    @Test
    void ticksAndDefinitionsPassByACommandThatWaits() {
        run("report", 1, 3);
        cluster.define(TestSchedules.of("beat", "'every':'PT1S'"));
        cluster.inputsHaveWaited = Duration.ofSeconds(2);
        cluster.settle();
        pass(Duration.ofSeconds(1));

        assertThat(tasks()).extracting(Task::taskId).containsExactly("beat");
        assertThat(manual()).isEmpty();
    }

    @Test
    void theNextLeaderCarriesItOutOnce() {
        run("report", 1, 2);
        pass(MOMENT);
        cluster.coldTakeover();
        cluster.settle();
        assertThat(manual()).isEmpty();

        cluster.define(report("default"));
        cluster.settle();
        cluster.coldTakeover();
        cluster.settle();

        assertThat(manual()).extracting(Task::scheduleVersion).containsExactly(1L);
    }

    private static Schedule report(String queue) {
        return TestSchedules.of("report", "'cron':'0 0 1 1 *','zone':'UTC','queue':'" + queue + "'");
    }

    /** Orders a run with an instant of its own, read when the definitions ended at an offset. */
    private void run(String taskId, int nanos, long definitionsBelow) {
        Command command =
                Command.of(CommandKind.RUN_NOW, taskId, START, null).withExecTime(ExecTime.of(START.plusNanos(nanos)));
        cluster.command(command, definitionsBelow);
    }

    private void pass(Duration time) {
        cluster.settle();
        cluster.clock.advance(time);
        cluster.settle();
    }

    private List<Task> manual() {
        return tasks().stream().filter(task -> task.nominalTime() == null).toList();
    }

    private List<Task> tasks() {
        return cluster.committed.stream()
                .flatMap(plan -> plan.outputs().stream())
                .flatMap(output ->
                        output instanceof SliceOutput.Dispatch dispatch ? Stream.of(dispatch.task()) : Stream.of())
                .toList();
    }
}
