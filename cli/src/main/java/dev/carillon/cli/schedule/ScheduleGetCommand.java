package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.insight.cluster.BackfillsSeen;
import dev.carillon.insight.schedule.ScheduleJson;
import dev.carillon.insight.words.BackfillWords;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.timing.forecast.ScheduleForecast;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code carillon schedule get}. */
@Command(
        name = "get",
        mixinStandardHelpOptions = true,
        description = "Print one schedule as JSON, which can be edited and applied again.")
final class ScheduleGetCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Parameters(paramLabel = "TASKID", description = "The schedule.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String taskId;

    @Mixin
    private final OutputOption output = new OutputOption();

    ScheduleGetCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (ClusterSession session = sessions.open()) {
            StoredSchedule stored = session.schedules().get(taskId);
            ScheduleForecast forecast = session.knownSchedules().forecast(stored, session.now());
            ObjectNode whole = ScheduleJson.whole(stored, forecast);
            if (output.json()) {
                sessions.terminal().print(whole.toString());
            } else {
                // To standard error, so that standard output can be applied again.
                sessions.terminal()
                        .printErr(taskId + " (" + ProspectText.state(forecast.prospect()) + "): "
                                + ProspectText.next(forecast, session.now()));
                sessions.terminal().print(shown(stored, whole));
            }
            Backfill backfill =
                    BackfillsSeen.look(session.scan(), session.names()).of(taskId);
            if (backfill != null) {
                // To standard error, so that standard output can be applied again.
                BackfillWords.lines(taskId, backfill).forEach(sessions.terminal()::printErr);
            }
        }
        return ExitCode.DONE;
    }

    /** The definition, or, of an unreadable record, the problem. */
    private static String shown(StoredSchedule stored, ObjectNode whole) {
        JsonNode definition = whole.get("definition");
        JsonNode shown = definition == null
                ? JsonNodeFactory.instance
                        .objectNode()
                        .put("taskId", stored.taskId())
                        .put("problem", stored.problem())
                : definition;
        return shown.toPrettyString();
    }
}
