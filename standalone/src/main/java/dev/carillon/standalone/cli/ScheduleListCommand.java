package dev.carillon.standalone.cli;

import dev.carillon.client.StoredSchedule;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.standalone.render.ScheduleWords;
import dev.carillon.standalone.render.Table;
import dev.carillon.standalone.render.Texts;
import dev.carillon.trigger.cron.Timing;
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
            Collection<StoredSchedule> all = session.schedules().all().values();
            if (output.json()) {
                all.stream().map(ScheduleGetCommand::json).forEach(sessions.terminal()::say);
            } else if (all.isEmpty()) {
                sessions.terminal().say("no schedules yet; make some with: carillon schedule apply -f FILE");
            } else {
                Table table = new Table("TASK", "WHEN", "TYPE", "QUEUE", "STATE", "NEXT");
                all.forEach(stored -> row(table, stored));
                table.lines().forEach(sessions.terminal()::say);
            }
        }
        return ExitCode.DONE;
    }

    private void row(Table table, StoredSchedule stored) {
        Schedule schedule = stored.schedule();
        if (schedule == null) {
            table.row(stored.taskId(), "-", "-", "-", "unreadable", String.valueOf(stored.problem()));
            return;
        }
        table.row(
                schedule.taskId(),
                ScheduleWords.when(schedule.when()),
                schedule.work().type(),
                schedule.work().queue(),
                schedule.enabled() ? "on" : "paused",
                next(schedule));
    }

    private String next(Schedule schedule) {
        if (!schedule.enabled()) {
            return schedule.pausedReason() == null ? "-" : "- (" + schedule.pausedReason() + ")";
        }
        Instant now = sessions.surroundings().clock().instant();
        try {
            return Timing.of(schedule)
                    .next(now)
                    .map(next -> next + " (" + Texts.relative(next, now) + ")")
                    .orElse("never again");
        } catch (ContractException e) {
            return "broken: " + e.getMessage();
        }
    }
}
