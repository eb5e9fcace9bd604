package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.insight.words.TextPieces;
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
        description = "Delete schedules; tasks that they have fired already still run.")
final class ScheduleDeleteCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Parameters(paramLabel = "TASKID", arity = "1..*", description = "The schedules.")
    private List<String> taskIds = new ArrayList<>();

    ScheduleDeleteCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (ClusterSession session = sessions.open()) {
            Schedules schedules = session.schedules();
            for (StoredSchedule found :
                    taskIds.stream().distinct().map(schedules::get).toList()) {
                schedules.delete(found, session.trail());
                sessions.terminal().print(TextPieces.oneLine(found.taskId()) + " deleted");
            }
        }
        return ExitCode.DONE;
    }
}
