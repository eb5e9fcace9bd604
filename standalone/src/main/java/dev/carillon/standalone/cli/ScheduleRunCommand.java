package dev.carillon.standalone.cli;

import dev.carillon.client.Commands;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Schedule;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon schedule run}: once now, beside its ticks. */
@Command(name = "run", mixinStandardHelpOptions = true, description = "Run a schedule once now, beside its ticks.")
final class ScheduleRunCommand implements Callable<Integer> {
    private final Sessions sessions;

    @Parameters(paramLabel = "TASKID", description = "Which one.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String taskId;

    @Option(names = "--reason", paramLabel = "TEXT", description = "For those who read it later.")
    private @Nullable String reason;

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    ScheduleRunCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (Session session = sessions.open()) {
            Schedule schedule = session.schedules().getReadable(taskId);
            Commands commands = session.commands();
            ExecutionKey key = sessions.surroundings().keys().next(schedule.taskId());
            Execution execution = new Execution(session, key, true, output.json());
            String words = "asked to run " + key;
            Runnable asking = () -> commands.runNow(key, reason);
            return wait.atMost()
                    .map(atMost -> execution.askAndWait(asking, words, atMost))
                    .orElseGet(() -> execution.ask(asking, words));
        }
    }
}
