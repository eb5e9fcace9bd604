package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.terminal.TextTable;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.insight.cluster.BackfillsSeen;
import dev.carillon.insight.schedule.KnownSchedules;
import dev.carillon.insight.schedule.ScheduleAnswer;
import dev.carillon.insight.words.BackfillWords;
import dev.carillon.insight.words.ScheduleWords;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.forecast.ScheduleForecast;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code carillon schedule list}. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "List the schedules with their next fire times.")
final class ScheduleListCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Mixin
    private final OutputOption output = new OutputOption();

    ScheduleListCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (ClusterSession session = sessions.open()) {
            KnownSchedules known = session.knownSchedules();
            Collection<StoredSchedule> all = known.all().values();
            Instant now = session.now();
            if (output.json()) {
                // Forecasts take most of the time, so all cores compute them.
                sessions.terminal()
                        .printAll(all.parallelStream()
                                .map(stored -> Json.answer(ScheduleAnswer.whole(stored, known.forecast(stored, now))))
                                .toList());
            } else if (all.isEmpty()) {
                sessions.terminal().print("no schedules yet; create one with: carillon schedule apply -f FILE");
            } else {
                TextTable table = new TextTable("TASK", "WHEN", "TYPE", "QUEUE", "STATE", "NEXT");
                all.parallelStream()
                        .map(stored -> row(stored, known.forecast(stored, now), now))
                        .toList()
                        .forEach(table::row);
                sessions.terminal().printAll(table.lines());
                BackfillsSeen.look(session.scan(), session.names())
                        .running()
                        .forEach((taskId, backfill) -> sessions.terminal()
                                .print("backfill of " + taskId + ", " + BackfillWords.sentence(backfill)));
            }
        }
        return ExitCode.DONE;
    }

    private static String[] row(StoredSchedule stored, ScheduleForecast forecast, Instant now) {
        Schedule schedule = stored.schedule();
        if (schedule == null) {
            return new String[] {stored.taskId(), "-", "-", "-", "unreadable", String.valueOf(stored.problem())};
        }
        return new String[] {
            schedule.taskId(),
            ScheduleWords.when(schedule.when()),
            schedule.work().type(),
            schedule.work().queue(),
            ProspectText.state(forecast.prospect()),
            ProspectText.next(forecast, now)
        };
    }
}
