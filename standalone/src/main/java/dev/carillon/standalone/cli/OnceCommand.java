package dev.carillon.standalone.cli;

import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.When;
import dev.carillon.schemas.record.Work;
import dev.carillon.standalone.problem.CliException;
import dev.carillon.standalone.problem.CliProblem;
import dev.carillon.standalone.words.WorkFromWords;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon once}: a command line or an address, without writing any JSON. */
@Command(
        name = "once",
        mixinStandardHelpOptions = true,
        description = "Run a shell line or fetch an address: now, later, or every so often.",
        footer = {
            "",
            "Examples:",
            "  carillon once 'echo hello' --wait",
            "  carillon once https://example.org/ --in 10m",
            "  carillon once 'df -h /' --every 1h --id disk"
        })
final class OnceCommand implements Callable<Integer> {
    private final Sessions sessions;

    @Parameters(paramLabel = "COMMAND|URL", description = "A line for the shell, in quotes, or an address.")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String words;

    @Option(names = "--at", paramLabel = "INSTANT", description = "Not before this instant, like 2026-11-18T06:00:00Z.")
    private @Nullable String at;

    @Option(names = "--in", paramLabel = "DURATION", description = "Not before so long from now, like 10m.")
    private @Nullable String in;

    @Option(names = "--every", paramLabel = "DURATION", description = "Make a schedule that does it again and again.")
    private @Nullable String every;

    @Option(names = "--id", paramLabel = "TASKID", description = "How to call it; made of the words if absent.")
    private @Nullable String id;

    @Option(names = "--force", description = "Send it although no live worker serves the type.")
    private boolean force;

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    OnceCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        if (Stream.of(at, in, every).filter(given -> given != null).count() > 1) {
            throw new CliException(
                    CliProblem.CONFLICTING_OPTIONS, "--at, --in and --every each say when; keep one of them");
        }
        if (words.isBlank()) {
            throw new CliException(CliProblem.BAD_OPTION, "there is nothing to run; name a command line or an address");
        }
        String taskId = id == null ? WorkFromWords.taskId(words) : TaskId.check("--id", id);
        Work work = WorkFromWords.of(words);
        Schedule schedule = every == null ? null : Schedule.of(taskId, When.every(interval(every)), work);
        try (Session session = sessions.open()) {
            if (!force) {
                session.workers().requireServed("type", work.type(), work.queue());
            }
            return schedule == null ? send(session, taskId, work) : apply(session, schedule);
        }
    }

    private int send(Session session, String taskId, Work work) {
        ExecutionKey key = sessions.surroundings().keys().next(taskId);
        Instant notBefore = in != null
                ? TimeWords.in("--in", in, sessions.surroundings().clock())
                : at == null ? null : TimeWords.instant("--at", at);
        Task task = Task.first(key, Origin.SUBMITTED, work).withTimes(notBefore, null);
        return new Sending(session, new Execution(session, key, true, output.json())).send(task, wait.atMost());
    }

    private int apply(Session session, Schedule schedule) {
        if (wait.atMost().isPresent()) {
            throw new CliException(
                    CliProblem.CONFLICTING_OPTIONS,
                    "--every has no end to --wait for; watch it with: carillon outcomes --follow");
        }
        if (session.schedules().all().containsKey(schedule.taskId())) {
            throw new CliException(
                    CliProblem.CONFLICTING_OPTIONS,
                    "there is a schedule " + schedule.taskId() + " already; choose another name with --id");
        }
        session.schedules().put(schedule, null, session.trail());
        sessions.terminal()
                .say("made the schedule " + schedule.taskId() + ", every " + every
                        + "; end it with: carillon schedule delete " + schedule.taskId());
        return ExitCode.DONE;
    }

    private static Duration interval(String text) {
        Duration interval = Numbers.within("--every", Durations.parse("--every", text), When.MIN_EVERY, When.MAX_EVERY);
        if (interval.getNano() != 0) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE, "--every", text + " is not a whole number of seconds", "round it");
        }
        return interval;
    }
}
