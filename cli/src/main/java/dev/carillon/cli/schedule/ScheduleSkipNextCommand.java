package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.kit.stop.ExitCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon schedule skip-next}. */
@Command(
        name = "skip-next",
        mixinStandardHelpOptions = true,
        description = "Skip the next tick of a schedule; repeat it to skip the one after that as well.")
final class ScheduleSkipNextCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Parameters(paramLabel = "TASKID", description = "The schedule.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String taskId;

    @Option(names = "--reason", paramLabel = "TEXT", description = "A note for others, kept in the records.")
    private @Nullable String reason;

    ScheduleSkipNextCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (ClusterSession session = sessions.open()) {
            session.schedules().getReadable(taskId);
            session.commands().skipNext(taskId, reason);
            sessions.terminal().print("skip requested for the next tick of " + taskId);
        }
        return ExitCode.DONE;
    }
}
