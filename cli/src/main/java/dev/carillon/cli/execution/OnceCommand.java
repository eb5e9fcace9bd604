package dev.carillon.cli.execution;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OptionLimits;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.frame.TimeWords;
import dev.carillon.cli.frame.WaitOption;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon once}: runs a shell command or fetches a URL, without a line of JSON. */
@Command(
        name = "once",
        mixinStandardHelpOptions = true,
        description = "Run a shell command or fetch a URL: now, later or at an interval.",
        footer = {
            "",
            "Examples:",
            "  carillon once 'echo hello' --wait",
            "  carillon once https://example.org/ --in 10m",
            "  carillon once 'df -h /' --every 1h --id disk"
        })
public final class OnceCommand implements Callable<Integer> {
    private final ClusterSessions sessions;

    @Parameters(paramLabel = "COMMAND|URL", description = "A shell command, in quotes, or a URL.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String commandOrUrl;

    @Option(names = "--at", paramLabel = "INSTANT", description = "Not before this instant, like 2026-11-18T06:00:00Z.")
    private @Nullable String at;

    @Option(names = "--in", paramLabel = "DURATION", description = "Not before this long from now, like 10m.")
    private @Nullable String in;

    @Option(names = "--every", paramLabel = "DURATION", description = "Make it a schedule with this interval.")
    private @Nullable String every;

    @Option(names = "--id", paramLabel = "TASKID", description = "Its taskId (default: taken from the command or URL).")
    private @Nullable String id;

    @Option(names = "--force", description = "Send it even if no live worker serves the type.")
    private boolean force;

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    public OnceCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        if (Stream.of(at, in, every).filter(given -> given != null).count() > 1) {
            throw new CliException(
                    CliProblem.CONFLICTING_OPTIONS, "--at, --in and --every each say when; keep one of them");
        }
        if (commandOrUrl.isBlank()) {
            throw new CliException(CliProblem.BAD_OPTION, "there is nothing to run; give a shell command or a URL");
        }
        String taskId = id == null ? WorkFromWords.taskId(commandOrUrl) : TaskId.check("--id", id);
        Work work = WorkFromWords.of(commandOrUrl);
        Schedule schedule = every == null ? null : Schedule.of(taskId, FiringRule.every(interval(every)), work);
        try (ClusterSession session = sessions.open()) {
            if (!force) {
                session.workers().requireServed("type", work.type(), work.queue());
            }
            return schedule == null ? send(session, taskId, work) : apply(session, schedule);
        }
    }

    private int send(ClusterSession session, String taskId, Work work) {
        ExecutionKey key = sessions.environment().keys().next(taskId);
        Instant notBefore = in != null
                ? TimeWords.in("--in", in, sessions.environment().clock())
                : at == null ? null : TimeWords.instant("--at", at);
        Task task = Task.first(key, Origin.SUBMITTED, work).withTimes(notBefore, null);
        SubmittedExecution execution = new SubmittedExecution(session, key, true, output.json());
        return new SubmitAndWait(session, execution).send(task, wait.atMost());
    }

    private int apply(ClusterSession session, Schedule schedule) {
        if (wait.atMost().isPresent()) {
            throw new CliException(
                    CliProblem.CONFLICTING_OPTIONS,
                    "--wait does not go with --every, as a schedule has no end; watch it with:"
                            + " carillon outcomes --follow");
        }
        if (session.schedules().all().containsKey(schedule.taskId())) {
            throw new CliException(
                    CliProblem.CONFLICTING_OPTIONS,
                    "there is a schedule " + schedule.taskId() + " already; choose another name with --id");
        }
        session.schedules().put(schedule, null, session.trail());
        sessions.terminal()
                .print(
                        output.json()
                                ? Json.answer(new CreatedSchedule(schedule.taskId()))
                                : "created the schedule " + schedule.taskId() + ", every " + every
                                        + "; delete it with: carillon schedule delete " + schedule.taskId());
        return ExitCode.DONE;
    }

    /** What {@code --every} has made. */
    private record CreatedSchedule(String taskId) {}

    private static Duration interval(String text) {
        Duration interval = OptionLimits.within(
                "--every", Durations.parse("--every", text), FiringRule.MIN_EVERY, FiringRule.MAX_EVERY);
        if (interval.getNano() != 0) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE, "--every", text + " is not a whole number of seconds", "round it");
        }
        return interval;
    }
}
