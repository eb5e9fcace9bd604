package dev.carillon.cli.schedule;

import dev.carillon.cli.execution.SubmittedExecution;
import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.frame.WaitOption;
import dev.carillon.client.submit.OperatorCommands;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.schedule.Schedule;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon schedule run}: runs a schedule once now, in addition to its ticks. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = "Run a schedule once now, in addition to its ticks.")
final class ScheduleRunCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Parameters(paramLabel = "TASKID", description = "The schedule.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String taskId;

    @Option(names = "--reason", paramLabel = "TEXT", description = "A note for others, kept in the records.")
    private @Nullable String reason;

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    ScheduleRunCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (ClusterSession session = sessions.open()) {
            Schedule schedule = session.schedules().getReadable(taskId);
            OperatorCommands commands = session.commands();
            ExecutionKey key = sessions.environment().keys().next(schedule.taskId());
            SubmittedExecution execution = new SubmittedExecution(session, key, true, output.json());
            String message = "run requested: " + key;
            Runnable request = () -> commands.runNow(key, reason);
            return wait.atMost()
                    .map(atMost -> execution.startAndWait(request, message, atMost))
                    .orElseGet(() -> execution.start(request, message));
        }
    }
}
