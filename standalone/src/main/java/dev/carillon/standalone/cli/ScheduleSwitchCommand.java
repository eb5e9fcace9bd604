package dev.carillon.standalone.cli;

import dev.carillon.client.Schedules;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.record.Schedule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon schedule pause|resume}. */
class ScheduleSwitchCommand implements Callable<Integer> {
    private final Sessions sessions;
    private final boolean on;

    @Parameters(paramLabel = "TASKID", arity = "1..*", description = "Which ones.")
    private List<String> taskIds = new ArrayList<>();

    ScheduleSwitchCommand(Sessions sessions, boolean on) {
        this.sessions = sessions;
        this.on = on;
    }

    /** {@code carillon schedule pause}. */
    @Command(
            name = "pause",
            mixinStandardHelpOptions = true,
            description = "Let schedules rest; their missed policy says what becomes of the ticks.")
    static final class Pause extends ScheduleSwitchCommand {
        @Option(names = "--reason", paramLabel = "TEXT", description = "For those who find it paused.")
        private @Nullable String reason;

        Pause(Sessions sessions) {
            super(sessions, false);
        }

        @Override
        @Nullable
        String reason() {
            return reason;
        }
    }

    /** {@code carillon schedule resume}. */
    @Command(name = "resume", mixinStandardHelpOptions = true, description = "Let paused schedules go on.")
    static final class Resume extends ScheduleSwitchCommand {
        Resume(Sessions sessions) {
            super(sessions, true);
        }
    }

    @Nullable
    String reason() {
        return null;
    }

    @Override
    public Integer call() {
        Instant now = sessions.surroundings().clock().instant();
        try (Session session = sessions.open()) {
            Schedules schedules = session.schedules();
            List<Schedule> found = taskIds.stream().map(schedules::getReadable).toList();
            for (Schedule schedule : found) {
                // One that failures can pause may be paused although its definition says otherwise.
                boolean mayBePaused = on && schedule.pauseAfterFailures() != null;
                if (schedule.enabled() == on && !mayBePaused) {
                    sessions.terminal().say(schedule.taskId() + " is " + (on ? "not paused" : "paused already"));
                    continue;
                }
                schedules.put(
                        schedule.withEnabled(on, reason(), now), schedules.get(schedule.taskId()), session.trail());
                sessions.terminal().say(schedule.taskId() + (on ? " goes on" : " paused"));
            }
        }
        return ExitCode.DONE;
    }
}
