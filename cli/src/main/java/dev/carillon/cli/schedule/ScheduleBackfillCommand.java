package dev.carillon.cli.schedule;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OptionLimits;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.frame.TimeWords;
import dev.carillon.insight.cluster.BackfillsSeen;
import dev.carillon.insight.schedule.BackfillAnswer;
import dev.carillon.insight.schedule.BackfillOrder;
import dev.carillon.insight.words.BackfillWords;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.work.NamedRange;
import dev.carillon.timing.cron.Timing;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon schedule backfill}. */
@Command(
        name = "backfill",
        mixinStandardHelpOptions = true,
        description = "Run a schedule once for each planned instant of a past range; without options, show progress.")
final class ScheduleBackfillCommand implements Callable<Integer> {
    private static final String TASK_ID = "TASKID";

    private final ClusterSessions sessions;

    @Parameters(paramLabel = TASK_ID, description = "The schedule.")
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
            description = "The end of the range, not included; at most now (default: now).")
    private @Nullable String to;

    @Option(
            names = "--max-running",
            paramLabel = "N",
            description = "At most this many executions without an outcome at a time, 1 to 1000 (default: 10).")
    private @Nullable Long maxRunning;

    @Option(names = "--cancel", description = "Stop the backfill under way; executions that it has started go on.")
    private boolean cancel;

    @Option(names = "--dry-run", description = "Show what would run, change nothing.")
    private boolean dryRun;

    @Option(names = "--reason", paramLabel = "TEXT", description = "A note for others, kept in the records.")
    private @Nullable String reason;

    @Mixin
    private final OutputOption output = new OutputOption();

    ScheduleBackfillCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        if (cancel && (from != null || to != null || maxRunning != null)) {
            throw refused(
                    ErrorCode.CONFLICTING_FIELDS,
                    "--cancel",
                    "takes no range",
                    "leave out --from, --to and --max-running");
        }
        try (ClusterSession session = sessions.open()) {
            Schedule schedule = session.schedules().getReadable(taskId);
            Backfill running =
                    BackfillsSeen.look(session.scan(), session.names()).of(taskId);
            if (cancel) {
                cancel(session, running);
            } else if (from != null) {
                request(session, schedule, running, from);
            } else if (to != null || maxRunning != null) {
                throw refused(ErrorCode.MISSING_FIELD, "--from", "is missing", "give the start of the range");
            } else {
                show(running);
            }
        }
        return ExitCode.DONE;
    }

    private void show(@Nullable Backfill running) {
        if (output.json()) {
            sessions.terminal().print(Json.answer(BackfillAnswer.of(taskId, running, false)));
        } else if (running == null) {
            sessions.terminal().print("no backfill of " + taskId + " is under way");
            sessions.terminal().print("Start one: carillon schedule backfill " + taskId + " --from TIME --to TIME");
        } else {
            BackfillWords.lines(taskId, running).forEach(sessions.terminal()::print);
        }
    }

    private void cancel(ClusterSession session, @Nullable Backfill running) {
        // The trigger may not have published a backfill requested a moment ago, so the command is sent anyway.
        if (!dryRun) {
            session.commands().cancelBackfill(taskId, reason);
        }
        print(
                (dryRun ? "would request to stop" : "stop requested for") + " the backfill of " + taskId + "; "
                        + (running == null ? "none is under way yet" : BackfillWords.sentence(running)),
                running);
        if (running == null && !output.json()) {
            sessions.terminal()
                    .print("Unless one was requested a moment ago, this changes nothing. See:"
                            + " carillon schedule backfill " + taskId);
        }
    }

    private void request(ClusterSession session, Schedule schedule, @Nullable Backfill running, String begin) {
        Timing timing = Timing.of(schedule);
        BackfillOrder.checkPlans(TASK_ID, taskId, !timing.isUnforeseeable());
        Instant now = Instant.ofEpochSecond(session.now().getEpochSecond());
        ZoneId zone = Timing.zone(schedule.when().zone());
        Instant start = TimeWords.near("--from", begin, zone, now);
        Instant end = to == null ? now : TimeWords.near("--to", to, zone, now);
        BackfillOrder order = new BackfillOrder(taskId, new NamedRange("--from", start, "--to", end));
        order.checkRange(now);
        long most = Objects.requireNonNullElse(maxRunning, Backfill.USUALLY_RUNNING);
        OptionLimits.within("--max-running", most, 1, Backfill.MOST_RUNNING);
        long planned = timing.planned(start, end, Backfill.MOST_INSTANTS);
        order.checkPlanned(planned);
        BackfillOrder.checkFree(TASK_ID, taskId, running);
        Backfill backfill = Backfill.ordered(start, end, most, 1, planned);
        if (!dryRun) {
            session.commands().backfill(taskId, start, end, backfill.maxRunning(), reason);
        }
        String range = TextPieces.count(planned, "instant", "instants") + " from " + start + " to before " + end
                + (schedule.when().calendar() == null ? "" : ", less those that its calendar excludes") + ", at most "
                + backfill.maxRunning() + " at a time";
        if (dryRun) {
            print("would request a backfill of " + taskId + ": " + range, backfill);
            return;
        }
        print("backfill requested for " + taskId + ": " + range, backfill);
        if (!output.json()) {
            if (!schedule.enabled()) {
                sessions.terminal().print("The schedule is paused; the backfill starts once it is resumed.");
            }
            sessions.terminal().print("See its progress: carillon schedule backfill " + taskId);
            sessions.terminal().print("Stop it: carillon schedule backfill " + taskId + " --cancel");
        }
    }

    private void print(String message, @Nullable Backfill backfill) {
        if (output.json()) {
            sessions.terminal().print(Json.answer(BackfillAnswer.of(taskId, backfill, dryRun)));
        } else {
            sessions.terminal().print(message);
        }
    }

    private static ContractException refused(ErrorCode code, String field, String problem, String fix) {
        return new ContractException(code, field, problem, fix);
    }
}
