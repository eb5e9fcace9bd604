package dev.carillon.standalone.cli;

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
        description = "Skip the next tick of a schedule; asked again, the one after it as well.")
final class ScheduleSkipNextCommand implements Callable<Integer> {
    private final Sessions sessions;

    @Parameters(paramLabel = "TASKID", description = "Which one.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String taskId;

    @Option(names = "--reason", paramLabel = "TEXT", description = "For those who read it later.")
    private @Nullable String reason;

    ScheduleSkipNextCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (Session session = sessions.open()) {
            session.schedules().getReadable(taskId);
            session.commands().skipNext(taskId, reason);
            sessions.terminal().say("asked to skip the next tick of " + taskId);
        }
        return ExitCode.DONE;
    }
}
