package dev.carillon.cli.execution;

import dev.carillon.cli.batch.LineReader;
import dev.carillon.cli.batch.TaskLine;
import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.cli.terminal.ProgressLines;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.CarillonClient;
import dev.carillon.client.submit.Queues;
import dev.carillon.client.submit.SubmissionRecords;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.insight.worker.LiveWorkers;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Work;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code carillon submit -f}: sends one task per line. A file is checked as a whole before any task is sent; standard
 * input can't be read twice, so its tasks are sent as they come and its bad lines are skipped.
 */
final class BatchSubmission {
    private static final int PROBLEMS_SHOWN = 20;
    private static final int MOST_AWAITED = 1_000_000;

    private final ClusterSessions sessions;
    private final String source;
    private final boolean skipBad;
    private final boolean force;
    private final boolean json;
    private final Set<String> served = new HashSet<>();
    /** A set, as a key may be in several lines. */
    private final Set<ExecutionKey> awaited = new LinkedHashSet<>();

    private final ProgressLines progress;
    private long checked;
    private long bad;
    private long sent;

    BatchSubmission(ClusterSessions sessions, String source, boolean skipBad, boolean force, boolean json) {
        this.sessions = sessions;
        this.source = source;
        this.skipBad = skipBad;
        this.force = force;
        this.json = json;
        this.progress = sessions.progress();
    }

    int run(Optional<Duration> wait) {
        try (ClusterSession session = sessions.open()) {
            SubmissionRecords submissions = session.submissions();
            boolean stream = source.equals("-");
            if (!stream && !skipBad) {
                readTasks(session, submissions, tasks -> tasks.forEachRemaining(task -> showChecked()));
                refuseIfBad();
            }
            readTasks(
                    session, submissions, tasks -> submissions.sendAll(tasks, task -> onSent(task, wait.isPresent())));
        }
        Map<OutcomeStatus, Long> ends = wait.map(this::await).orElse(Map.of());
        new BatchAnswer(terminal(), source, json).print(sent, bad, awaited.size(), ends);
        boolean allWell =
                bad == 0 && (wait.isEmpty() || ends.getOrDefault(OutcomeStatus.SUCCEEDED, 0L) == awaited.size());
        return allWell ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void refuseIfBad() {
        if (bad > 0) {
            throw new CliException(
                    CliProblem.BAD_FILE,
                    TextPieces.count(bad, "line", "lines") + " of " + source
                            + " can't be sent, so nothing was; fix them, or send the others with --skip-bad");
        }
    }

    private interface TaskSink {
        void accept(Iterator<Task> tasks);
    }

    private void readTasks(ClusterSession session, SubmissionRecords submissions, TaskSink sink) {
        Queues queues = session.queues();
        LiveWorkers workers = force ? null : session.workers();
        try (LineReader lines = new LineReader(open())) {
            sink.accept(new ValidTasks(lines, task -> {
                Work work = task.work();
                if (!served.contains(work.queue() + "/" + work.type())) {
                    queues.require("queue", work.queue());
                    if (workers != null) {
                        workers.requireServed("type", work.type(), work.queue());
                    }
                    served.add(work.queue() + "/" + work.type());
                }
                submissions.check(task);
            }));
        } catch (IOException e) {
            throw new CliException(CliProblem.BAD_FILE, "-f: " + source + " can't be read: " + e, e);
        }
    }

    private InputStream open() throws IOException {
        if (source.equals("-")) {
            return terminal().in();
        }
        Path file = terminal().resolve(source);
        if (!Files.isRegularFile(file)) {
            throw new CliException(CliProblem.NO_SUCH_FILE, "there is no file " + file + "; check the path");
        }
        return Files.newInputStream(file);
    }

    private interface TaskCheck {
        void check(Task task);
    }

    /** The tasks of valid lines; the problems of the others are printed. */
    private final class ValidTasks implements Iterator<Task> {
        private final LineReader lines;
        private final TaskCheck check;
        private @Nullable Task next;

        private ValidTasks(LineReader lines, TaskCheck check) {
            this.lines = lines;
            this.check = check;
        }

        @Override
        public boolean hasNext() {
            try {
                while (next == null) {
                    LineReader.Line line = lines.next();
                    if (line == null) {
                        return false;
                    }
                    next = read(line);
                }
                return true;
            } catch (IOException e) {
                throw new CliException(CliProblem.BAD_FILE, "-f: " + source + " can't be read: " + e, e);
            }
        }

        private @Nullable Task read(LineReader.Line line) {
            try {
                Task task = TaskLine.read(line.bytes(), sessions.environment().keys());
                check.check(task);
                return task;
            } catch (ContractException e) {
                bad++;
                if (bad <= PROBLEMS_SHOWN) {
                    terminal().printErr("line " + line.number() + ": " + e.getMessage() + " [" + e.code() + "]");
                } else if (bad == PROBLEMS_SHOWN + 1) {
                    terminal().printErr("more lines are bad; from here on they are only counted");
                }
                return null;
            }
        }

        @Override
        public Task next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Task taken = Objects.requireNonNull(next);
            next = null;
            return taken;
        }
    }

    private void onSent(Task task, boolean await) {
        sent++;
        if (await) {
            if (awaited.size() == MOST_AWAITED) {
                throw new CliException(
                        CliProblem.BAD_OPTION,
                        "--wait: at most " + MOST_AWAITED + " tasks can be waited for at once; the first "
                                + MOST_AWAITED + " and a few more are sent; send the rest without --wait");
            }
            awaited.add(Objects.requireNonNull(task.key()));
        }
        progress.show(() -> "sent " + sent);
    }

    private void showChecked() {
        checked++;
        progress.show(() -> "checked " + checked + " of " + source);
    }

    private Map<OutcomeStatus, Long> await(Duration atMost) {
        terminal().printErr("waiting for " + TextPieces.count(awaited.size(), "outcome", "outcomes"));
        Map<OutcomeStatus, Long> ends = new TreeMap<>();
        try (CarillonClient client = sessions.client()) {
            for (Outcome outcome : client.awaitAll(awaited, atMost).values()) {
                ends.merge(outcome.status(), 1L, Long::sum);
            }
        }
        return ends;
    }

    private Terminal terminal() {
        return sessions.terminal();
    }
}
