package dev.carillon.cli.execution;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.InputText;
import dev.carillon.cli.frame.OptionLimits;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.frame.PayloadText;
import dev.carillon.cli.frame.TimeWords;
import dev.carillon.cli.frame.WaitOption;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code carillon submit}: sends one task, now or later, or many from a file. */
@Command(
        name = "submit",
        mixinStandardHelpOptions = true,
        description = "Send a task to the workers, now or later, or many from a file.",
        footer = {
            "",
            "Examples:",
            "  carillon submit http --payload '{\"url\":\"https://example.org/\"}' --wait",
            "  carillon submit shell --payload @job.json --in 10m --id nightly",
            "  carillon submit -f tasks.ndjson --wait"
        })
public final class SubmitCommand implements Callable<Integer> {
    private static final List<String> OF_ONE_TASK =
            List.of("--payload", "--id", "--at", "--in", "--priority", "--queue", "--timeout", "--retries");

    private final ClusterSessions sessions;

    @Parameters(
            arity = "0..1",
            paramLabel = "TYPE",
            description = "The type of the task: http, shell, or the name of a handler; not with -f.")
    private String type = "";

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description =
                    "Many tasks, one JSON object per line with taskId, type and payload; - for standard input. A file"
                            + " with a bad line is not sent at all; of standard input, bad lines are skipped.")
    private @Nullable String file;

    @Option(names = "--skip-bad", description = "With -f: send the good lines of a file even if others are bad.")
    private boolean skipBad;

    @Option(
            names = {"-p", "--payload"},
            paramLabel = "JSON",
            description = "What the handler gets: JSON, @FILE, or - for standard input.",
            defaultValue = "null")
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private String payload;

    @Option(
            names = "--id",
            paramLabel = "KEY",
            description = "taskId, or taskId:execTime to run once, however often it is sent (default: the type).")
    private @Nullable String id;

    @Option(names = "--at", paramLabel = "INSTANT", description = "Not before this instant, like 2026-11-18T06:00:00Z.")
    private @Nullable String at;

    @Option(names = "--in", paramLabel = "DURATION", description = "Not before this long from now, like 10m.")
    private @Nullable String in;

    @Option(
            names = "--priority",
            paramLabel = "LEVEL",
            description = "urgent, high, normal or low (default: ${DEFAULT-VALUE}).",
            defaultValue = "normal")
    private Priority priority = Priority.NORMAL;

    @Option(
            names = "--queue",
            paramLabel = "NAME",
            description = "The queue (default: ${DEFAULT-VALUE}).",
            defaultValue = QueueName.DEFAULT)
    private String queue = QueueName.DEFAULT;

    @Option(names = "--timeout", paramLabel = "DURATION", description = "How long one attempt may take (default: 5m).")
    private @Nullable String timeout;

    @Option(names = "--retries", paramLabel = "N", description = "How often to retry after a failure (default: 3).")
    private @Nullable Integer retries;

    @Option(names = "--force", description = "Send it even if no live worker serves the type.")
    private boolean force;

    @Mixin
    private final WaitOption wait = new WaitOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli.
    private CommandSpec spec;

    public SubmitCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        if (file != null) {
            if (!type.isEmpty()) {
                throw new CliException(
                        CliProblem.CONFLICTING_OPTIONS, "with -f each line names its own type; leave TYPE out");
            }
            refuseGiven(OF_ONE_TASK, "does not go with -f: each line says that for its own task");
            return new BatchSubmission(sessions, file, skipBad, force, output.json()).run(wait.atMost());
        }
        refuseGiven(List.of("--skip-bad"), "is only for the lines of a file; name one with -f");
        if (type.isEmpty()) {
            throw new CliException(
                    CliProblem.MISSING_OPTION, "submit needs a TYPE, like http or shell, or a file of tasks with -f");
        }
        ExecutionKey key = key();
        Instant notBefore = notBefore();
        Work work = work();
        Task task = Task.first(key, Origin.SUBMITTED, work).withTimes(notBefore, null);
        try (ClusterSession session = sessions.open()) {
            session.queues().require("--queue", queue);
            if (!force) {
                session.workers().requireServed("TYPE", type, queue);
            }
            boolean fresh = id == null || id.indexOf(':') < 0;
            SubmittedExecution execution = new SubmittedExecution(session, key, fresh, output.json());
            return new SubmitAndWait(session, execution).send(task, wait.atMost());
        }
    }

    private void refuseGiven(List<String> options, String why) {
        for (String option : options) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new CliException(CliProblem.CONFLICTING_OPTIONS, option + " " + why);
            }
        }
    }

    private ExecutionKey key() {
        if (id != null && id.indexOf(':') >= 0) {
            return ExecutionKey.parse(id);
        }
        String taskId = id == null ? TaskId.check("TYPE", type) : TaskId.check("--id", id);
        return sessions.environment().keys().next(taskId);
    }

    private @Nullable Instant notBefore() {
        if (at != null && in != null) {
            throw new CliException(CliProblem.CONFLICTING_OPTIONS, "--at and --in both say when; keep one of the two");
        }
        if (in != null) {
            return TimeWords.in("--in", in, sessions.environment().clock());
        }
        return at == null ? null : TimeWords.instant("--at", at);
    }

    private Work work() {
        RawJson read = PayloadText.read(payload, new InputText(sessions.terminal()));
        Work work =
                Work.of(type, read).withQueue(QueueName.check("--queue", queue)).withPriority(priority);
        if (timeout != null) {
            Duration limit = Durations.parse("--timeout", timeout);
            work = work.withTimeout(OptionLimits.within("--timeout", limit, Limits.MIN_TIMEOUT, Limits.MAX_TIMEOUT));
        }
        if (retries != null) {
            Retry d = Retry.DEFAULT;
            int most = OptionLimits.within("--retries", retries, 0, Limits.MAX_RETRIES);
            work = work.withRetry(
                    new Retry(most, d.delay(), d.backoffRate(), d.maxDelay(), d.jitter(), d.retryOn(), d.giveUpOn()));
        }
        return work;
    }

    static String described(Task task) {
        String where = "queue " + task.work().queue() + ", priority "
                + Fields.spelled(task.work().priority());
        String when = task.notBefore() == null ? "" : ", not before " + task.notBefore();
        return "submitted " + task.key() + " (" + where + when + ")";
    }
}
