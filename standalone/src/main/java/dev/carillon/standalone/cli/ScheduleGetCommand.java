package dev.carillon.standalone.cli;

import dev.carillon.client.StoredSchedule;
import dev.carillon.console.api.schedule.Foretold;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.standalone.look.BackfillWords;
import dev.carillon.standalone.look.BackfillsSeen;
import dev.carillon.standalone.look.ProspectText;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.JsonNodeFactory;

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
            String line = json(stored);
            // Beside the definition, which stays fit to be applied again.
            Foretold foretold = session.knownSchedules().foretold(stored, session.now());
            sessions.terminal()
                    .tell(taskId + " (" + ProspectText.state(foretold.prospect()) + "): "
                            + ProspectText.next(foretold, session.now()));
            sessions.terminal()
                    .say(
                            output.json()
                                    ? line
                                    : Json.read(line.getBytes(StandardCharsets.UTF_8))
                                            .toPrettyString());
            Backfill backfill =
                    BackfillsSeen.look(session.pass(), session.names()).of(taskId);
            if (backfill != null) {
                // Beside the definition, which stays fit to be applied again.
                BackfillWords.lines(taskId, backfill).forEach(sessions.terminal()::tell);
            }
        }
        return ExitCode.DONE;
    }

    static String json(StoredSchedule stored) {
        Schedule schedule = stored.schedule();
        if (schedule != null) {
            return new String(Kind.SCHEDULE.encode(schedule), StandardCharsets.UTF_8);
        }
        return JsonNodeFactory.instance
                .objectNode()
                .put("taskId", stored.taskId())
                .put("problem", stored.problem())
                .toString();
    }
}
