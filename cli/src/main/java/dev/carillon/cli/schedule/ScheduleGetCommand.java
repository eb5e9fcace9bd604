package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.insight.cluster.BackfillsSeen;
import dev.carillon.insight.schedule.ScheduleAnswer;
import dev.carillon.insight.words.BackfillWords;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.timing.forecast.ScheduleForecast;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

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
            ScheduleAnswer.Whole whole = ScheduleAnswer.whole(stored, forecast);
            if (output.json()) {
                sessions.terminal().print(Json.answer(whole));
            } else {
                // To standard error, so that standard output can be applied again.
                sessions.terminal()
                        .printErr(TextPieces.oneLine(taskId) + " (" + ProspectText.state(forecast.prospect()) + "): "
                                + ProspectText.next(forecast, session.now()));
                sessions.terminal().print(shown(whole));
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

    /** Stands for the definition of a record that can't be read. */
    private record UnreadableSchedule(
            String taskId, @Nullable String problem) {}

    /** The definition, or, of an unreadable record, the problem. */
    private static String shown(ScheduleAnswer.Whole whole) {
        JsonNode definition = whole.definition();
        JsonNode shown = definition == null
                ? Json.read(Json.answer(new UnreadableSchedule(
                                whole.schedule().taskId(), whole.schedule().problem()))
                        .getBytes(StandardCharsets.UTF_8))
                : definition;
        return shown.toPrettyString();
    }
}
