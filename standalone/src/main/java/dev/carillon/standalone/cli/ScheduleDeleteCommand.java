package dev.carillon.standalone.cli;

import dev.carillon.client.Schedules;
import dev.carillon.client.StoredSchedule;
import dev.carillon.kit.stop.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code carillon schedule delete}. */
@Command(
        name = "delete",
        mixinStandardHelpOptions = true,
        description = "Delete schedules; what they have fired already still runs.")
final class ScheduleDeleteCommand implements Callable<Integer> {
    private final Sessions sessions;

    @Parameters(paramLabel = "TASKID", arity = "1..*", description = "Which ones.")
    private List<String> taskIds = new ArrayList<>();

    ScheduleDeleteCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (Session session = sessions.open()) {
            Schedules schedules = session.schedules();
            for (StoredSchedule found : taskIds.stream().map(schedules::get).toList()) {
                schedules.delete(found, session.trail());
                sessions.terminal().say(found.taskId() + " deleted");
            }
        }
        return ExitCode.DONE;
    }
}
