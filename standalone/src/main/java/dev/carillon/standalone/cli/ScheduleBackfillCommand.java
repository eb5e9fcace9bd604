package dev.carillon.standalone.cli;

import dev.carillon.console.api.schedule.BackfillOrder;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.NamedRange;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.standalone.look.BackfillWords;
import dev.carillon.standalone.look.BackfillsSeen;
import dev.carillon.standalone.render.Texts;
import dev.carillon.trigger.cron.Timing;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** {@code carillon schedule backfill}. */
@Command(
        name = "backfill",
        mixinStandardHelpOptions = true,
        description = "Run a schedule once for each planned instant of a past range; without options: how far that is.")
final class ScheduleBackfillCommand implements Callable<Integer> {
    private static final String TASK_ID = "TASKID";

    private final Sessions sessions;

    @Parameters(paramLabel = TASK_ID, description = "Which one.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String taskId;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            description =
                    "The first instant: 2026-11-18T06:00:00Z, or 2026-11-18T07:00 or 07:00 in the schedule's zone.")
    private @Nullable String from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            description = "The first instant that is not made up for, at most now; the default is now.")
    private @Nullable String to;

    @Option(
            names = "--max-running",
            paramLabel = "N",
            description = "How many of them may be without an outcome at a time, 1 to 1000 (default: 10).")
    private @Nullable Long maxRunning;

    @Option(names = "--cancel", description = "End the one that is under way; what it has made runs on.")
    private boolean cancel;

    @Option(names = "--dry-run", description = "Only say what would be made.")
    private boolean dryRun;

    @Option(names = "--reason", paramLabel = "TEXT", description = "For those who read it later.")
    private @Nullable String reason;

    @Mixin
    private final OutputOption output = new OutputOption();

    ScheduleBackfillCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        if (cancel && (from != null || to != null || maxRunning != null)) {
            throw refused(
                    ErrorCode.CONFLICTING_FIELDS, "--cancel", "takes no range", "leave --from, --to and the like out");
        }
        try (Session session = sessions.open()) {
            Schedule schedule = session.schedules().getReadable(taskId);
            Backfill running =
                    BackfillsSeen.look(session.pass(), session.names()).of(taskId);
            if (cancel) {
                cancel(session, running);
            } else if (from != null) {
                order(session, schedule, running, from);
            } else if (to != null || maxRunning != null) {
                throw refused(ErrorCode.MISSING_FIELD, "--from", "is missing", "say where the range begins");
            } else {
                show(running);
            }
        }
        return ExitCode.DONE;
    }

    private void show(@Nullable Backfill running) {
        if (output.json()) {
            sessions.terminal().say(BackfillOrder.json(taskId, running).toString());
        } else if (running == null) {
            sessions.terminal().say("no backfill of " + taskId + " is under way");
            sessions.terminal().say("Order one: carillon schedule backfill " + taskId + " --from TIME --to TIME");
        } else {
            BackfillWords.lines(taskId, running).forEach(sessions.terminal()::say);
        }
    }

    private void cancel(Session session, @Nullable Backfill running) {
        // One that was ordered a moment ago may not be seen yet, so the trigger is asked all the same.
        if (!dryRun) {
            session.commands().cancelBackfill(taskId, reason);
        }
        said(
                (dryRun ? "would ask" : "asked") + " to end the backfill of " + taskId + "; "
                        + (running == null ? "none is seen yet" : BackfillWords.sentence(running)),
                running);
        if (running == null && !output.json()) {
            sessions.terminal()
                    .say("If none was ordered a moment ago, nothing ends by it. See: carillon schedule backfill "
                            + taskId);
        }
    }

    private void order(Session session, Schedule schedule, @Nullable Backfill running, String begin) {
        Timing timing = Timing.of(schedule);
        BackfillOrder.checkPlans(TASK_ID, taskId, !timing.isUnforeseeable());
        Instant now = Instant.ofEpochSecond(session.now().getEpochSecond());
        ZoneId zone = Timing.zone(schedule.when().zone());
        Instant start = TimeWords.near("--from", begin, zone, now);
        Instant end = to == null ? now : TimeWords.near("--to", to, zone, now);
        BackfillOrder asked = new BackfillOrder(taskId, new NamedRange("--from", start, "--to", end));
        asked.checkRange(now);
        long most = Objects.requireNonNullElse(maxRunning, Backfill.USUALLY_RUNNING);
        Numbers.within("--max-running", most, 1, Backfill.MOST_RUNNING);
        long planned = timing.planned(start, end, Backfill.MOST_INSTANTS);
        asked.checkPlanned(planned);
        BackfillOrder.checkFree(TASK_ID, taskId, running);
        Backfill ordered = Backfill.ordered(start, end, most, 1, planned);
        if (!dryRun) {
            session.commands().backfill(taskId, start, end, ordered.maxRunning(), reason);
        }
        String made = Texts.count(planned, "instant", "instants") + " from " + start + " to before " + end
                + (schedule.when().calendar() == null ? "" : ", less what its calendar leaves out") + ", at most "
                + ordered.maxRunning() + " at a time";
        if (dryRun) {
            said("would ask to backfill " + taskId + ": " + made, ordered);
            return;
        }
        said("asked to backfill " + taskId + ": " + made, ordered);
        if (!output.json()) {
            if (!schedule.enabled()) {
                sessions.terminal().say("It is paused: the backfill begins when it is resumed.");
            }
            sessions.terminal().say("See how far it is: carillon schedule backfill " + taskId);
            sessions.terminal().say("End it: carillon schedule backfill " + taskId + " --cancel");
        }
    }

    private void said(String words, @Nullable Backfill backfill) {
        if (output.json()) {
            ObjectNode answer = BackfillOrder.json(taskId, backfill);
            sessions.terminal().say((dryRun ? answer.put("dryRun", true) : answer).toString());
        } else {
            sessions.terminal().say(words);
        }
    }

    private static ContractException refused(ErrorCode code, String field, String problem, String fix) {
        return new ContractException(code, field, problem, fix);
    }
}
