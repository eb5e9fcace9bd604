package dev.carillon.standalone.cli;

import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Backfill;
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
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code carillon schedule backfill}. */
@Command(
        name = "backfill",
        mixinStandardHelpOptions = true,
        description = "Run a schedule once for each planned instant of a past range; without options: how far that is.")
final class ScheduleBackfillCommand implements Callable<Integer> {
    private final Sessions sessions;

    @Parameters(paramLabel = "TASKID", description = "Which one.")
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
            ObjectNode answer = JsonNodeFactory.instance.objectNode().put("taskId", taskId);
            answer.set("backfill", running == null ? JsonNodeFactory.instance.nullNode() : BackfillWords.json(running));
            sessions.terminal().say(answer.toString());
        } else if (running == null) {
            sessions.terminal().say("no backfill of " + taskId + " is under way");
        } else {
            BackfillWords.lines(taskId, running).forEach(sessions.terminal()::say);
        }
    }

    private void cancel(Session session, @Nullable Backfill running) {
        // One that was ordered a moment ago may not be seen yet, so the trigger is asked all the same.
        session.commands().cancelBackfill(taskId, reason);
        String far = running == null ? "none is seen yet" : BackfillWords.sentence(running);
        said("cancel", "asked to end the backfill of " + taskId + "; " + far, running);
    }

    private void order(Session session, Schedule schedule, @Nullable Backfill running, String begin) {
        Timing timing = Timing.of(schedule);
        if (timing.isUnforeseeable()) {
            throw refused(
                    ErrorCode.NO_PLAN,
                    "TASKID",
                    taskId + " follows the ends of executions, so no past instants are planned",
                    "run it once for each that is missing: carillon schedule run " + taskId);
        }
        Instant now = Instant.ofEpochSecond(session.now().getEpochSecond());
        ZoneId zone = Timing.zone(schedule.when().zone());
        Instant start = TimeWords.near("--from", begin, zone, now);
        Instant end = to == null ? now : TimeWords.near("--to", to, zone, now);
        check(start, end, now);
        long planned = planned(timing, start, end);
        if (running != null) {
            throw refused(
                    ErrorCode.BACKFILL_UNDER_WAY,
                    "TASKID",
                    taskId + " has one already, " + BackfillWords.sentence(running),
                    "wait for its end, or end it with: carillon schedule backfill " + taskId + " --cancel");
        }
        Backfill ordered = Backfill.ordered(
                start, end, Objects.requireNonNullElse(maxRunning, Backfill.USUALLY_RUNNING), 1, planned);
        if (!dryRun) {
            session.commands().backfill(taskId, start, end, ordered.maxRunning(), reason);
        }
        String made = Texts.count(planned, "instant", "instants") + " from " + start + " to before " + end
                + (schedule.when().calendar() == null ? "" : ", less what its calendar leaves out") + ", at most "
                + ordered.maxRunning() + " at a time";
        if (dryRun) {
            said("nothing", "would ask to backfill " + taskId + ": " + made, ordered);
            return;
        }
        said("order", "asked to backfill " + taskId + ": " + made, ordered);
        if (!output.json()) {
            if (!schedule.enabled()) {
                sessions.terminal().say("It is paused: the backfill begins when it is resumed.");
            }
            sessions.terminal().say("See how far it is: carillon schedule backfill " + taskId);
            sessions.terminal().say("End it: carillon schedule backfill " + taskId + " --cancel");
        }
    }

    private void check(Instant start, Instant end, Instant now) {
        if (!end.isAfter(start)) {
            throw refused(ErrorCode.CONFLICTING_FIELDS, "--to", end + " is not after --from " + start, "swap them");
        }
        if (end.isAfter(now)) {
            throw refused(
                    ErrorCode.OUT_OF_RANGE,
                    "--to",
                    end + " is still to come, and what is to come fires by itself",
                    "name an instant up to " + now);
        }
        if (start.isBefore(Instant.EPOCH)) {
            throw refused(ErrorCode.OUT_OF_RANGE, "--from", start + " lies before 1970", "begin later");
        }
        if (maxRunning != null && (maxRunning < 1 || maxRunning > Backfill.MOST_RUNNING)) {
            throw refused(
                    ErrorCode.OUT_OF_RANGE,
                    "--max-running",
                    maxRunning + " is not between 1 and " + Backfill.MOST_RUNNING,
                    "choose a number within it");
        }
    }

    private long planned(Timing timing, Instant start, Instant end) {
        long planned = timing.planned(start, end, Backfill.MOST_INSTANTS);
        if (planned == 0) {
            throw refused(
                    ErrorCode.NEVER_FIRES,
                    "--from",
                    taskId + " plans no instant from " + start + " to before " + end,
                    "see what it plans with: carillon cron next, and mind its own from and until");
        }
        if (planned > Backfill.MOST_INSTANTS) {
            throw refused(
                    ErrorCode.TOO_MANY_ENTRIES,
                    "--to",
                    taskId + " plans more than " + Backfill.MOST_INSTANTS + " instants from " + start + " to before "
                            + end,
                    "order a part of it, and the next one when that has ended");
        }
        return planned;
    }

    private void said(String asked, String words, @Nullable Backfill backfill) {
        if (!output.json()) {
            sessions.terminal().say(words);
            return;
        }
        ObjectNode answer =
                JsonNodeFactory.instance.objectNode().put("taskId", taskId).put("asked", asked);
        if (backfill != null) {
            answer.set("backfill", BackfillWords.json(backfill));
        }
        sessions.terminal().say(answer.toString());
    }

    private static ContractException refused(ErrorCode code, String field, String problem, String fix) {
        return new ContractException(code, field, problem, fix);
    }
}
