package dev.carillon.standalone.cli;

import dev.carillon.client.StoredSchedule;
import dev.carillon.console.api.schedule.Foretold;
import dev.carillon.console.api.schedule.ScheduleJson;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.record.Backfill;
import dev.carillon.standalone.look.BackfillWords;
import dev.carillon.standalone.look.BackfillsSeen;
import dev.carillon.standalone.look.ProspectText;
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
        description = "Print one schedule as it stands, fit to be edited and applied again.")
final class ScheduleGetCommand implements Callable<Integer> {
    private final Sessions sessions;

    @Parameters(paramLabel = "TASKID", description = "Which one.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String taskId;

    @Mixin
    private final OutputOption output = new OutputOption();

    ScheduleGetCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (Session session = sessions.open()) {
            StoredSchedule stored = session.schedules().get(taskId);
            Foretold foretold = session.knownSchedules().foretold(stored, session.now());
            ObjectNode whole = ScheduleJson.whole(stored, foretold);
            if (output.json()) {
                sessions.terminal().say(whole.toString());
            } else {
                // Beside the definition, which stays fit to be applied again.
                sessions.terminal()
                        .tell(taskId + " (" + ProspectText.state(foretold.prospect()) + "): "
                                + ProspectText.next(foretold, session.now()));
                sessions.terminal().say(shown(stored, whole));
            }
            Backfill backfill =
                    BackfillsSeen.look(session.pass(), session.names()).of(taskId);
            if (backfill != null) {
                // Beside the definition, which stays fit to be applied again.
                BackfillWords.lines(taskId, backfill).forEach(sessions.terminal()::tell);
            }
        }
        return ExitCode.DONE;
    }

    /** The definition; of a record that can't be read, why not. */
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
