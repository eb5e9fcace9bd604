package dev.carillon.standalone.cli;

import dev.carillon.client.StoredSchedule;
import dev.carillon.console.api.schedule.Foretold;
import dev.carillon.console.api.schedule.ScheduleJson;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.standalone.look.BackfillWords;
import dev.carillon.standalone.look.BackfillsSeen;
import dev.carillon.standalone.look.KnownSchedules;
import dev.carillon.standalone.look.ProspectText;
import dev.carillon.standalone.render.ScheduleWords;
import dev.carillon.standalone.render.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code carillon schedule list}. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "List the schedules, and when each fires next.")
final class ScheduleListCommand implements Callable<Integer> {
    private final Sessions sessions;

    @Mixin
    private final OutputOption output = new OutputOption();

    ScheduleListCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        try (Session session = sessions.open()) {
            KnownSchedules known = session.knownSchedules();
            Collection<StoredSchedule> all = known.all().values();
            Instant now = session.now();
            if (output.json()) {
                // Most of the time goes into foretelling, which each core can do for some of them.
                sessions.terminal()
                        .sayAll(all.parallelStream()
                                .map(stored -> ScheduleJson.whole(stored, known.foretold(stored, now))
                                        .toString())
                                .toList());
            } else if (all.isEmpty()) {
                sessions.terminal().say("no schedules yet; make some with: carillon schedule apply -f FILE");
            } else {
                Table table = new Table("TASK", "WHEN", "TYPE", "QUEUE", "STATE", "NEXT");
                all.parallelStream()
                        .map(stored -> row(stored, known.foretold(stored, now), now))
                        .toList()
                        .forEach(table::row);
                sessions.terminal().sayAll(table.lines());
                BackfillsSeen.look(session.pass(), session.names())
                        .running()
                        .forEach((taskId, backfill) -> sessions.terminal()
                                .say("backfill of " + taskId + ", " + BackfillWords.sentence(backfill)));
            }
        }
        return ExitCode.DONE;
    }

    private static String[] row(StoredSchedule stored, Foretold foretold, Instant now) {
        Schedule schedule = stored.schedule();
        if (schedule == null) {
            return new String[] {stored.taskId(), "-", "-", "-", "unreadable", String.valueOf(stored.problem())};
        }
        return new String[] {
            schedule.taskId(),
            ScheduleWords.when(schedule.when()),
            schedule.work().type(),
            schedule.work().queue(),
            ProspectText.state(foretold.prospect()),
            ProspectText.next(foretold, now)
        };
    }
}
