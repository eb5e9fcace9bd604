package dev.carillon.standalone.cli;

import dev.carillon.client.CarillonClient;
import dev.carillon.client.LiveWorkers;
import dev.carillon.client.Queues;
import dev.carillon.client.Submissions;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Work;
import dev.carillon.standalone.batch.Lines;
import dev.carillon.standalone.batch.TaskLine;
import dev.carillon.standalone.problem.CliException;
import dev.carillon.standalone.problem.CliProblem;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.terminal.Terminal;
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
 * {@code carillon submit -f}: a task a line. A file is checked whole before anything of it is sent; standard input, which
 * can't be read twice, is sent as it comes and its bad lines are left out.
 */
final class BatchSubmission {
    private static final int PROBLEMS_SHOWN = 20;
    private static final int MOST_AWAITED = 1_000_000;
    private static final Duration SAY_EVERY = Duration.ofSeconds(2);

    private final Sessions sessions;
    private final String source;
    private final boolean skipBad;
    private final boolean force;
    private final boolean json;
    private final Set<String> served = new HashSet<>();
    /** A key that stands in two lines is waited for once. */
    private final Set<ExecutionKey> awaited = new LinkedHashSet<>();

    private Deadline nextWord = Deadline.in(SAY_EVERY);
    private long bad;
    private long sent;

    BatchSubmission(Sessions sessions, String source, boolean skipBad, boolean force, boolean json) {
        this.sessions = sessions;
        this.source = source;
        this.skipBad = skipBad;
        this.force = force;
        this.json = json;
    }

    int run(Optional<Duration> wait) {
        try (Session session = sessions.open()) {
            Submissions submissions = session.submissions();
            boolean stream = source.equals("-");
            if (!stream && !skipBad) {
                pass(session, submissions, tasks -> tasks.forEachRemaining(task -> say("checked", 0)));
                refuseIfBad();
            }
            pass(session, submissions, tasks -> submissions.sendAll(tasks, task -> arrived(task, wait.isPresent())));
        }
        Map<OutcomeStatus, Long> ends = wait.map(this::await).orElse(Map.of());
        new BatchAnswer(terminal(), source, json).tell(sent, bad, awaited.size(), ends);
        boolean allWell =
                bad == 0 && (wait.isEmpty() || ends.getOrDefault(OutcomeStatus.SUCCEEDED, 0L) == awaited.size());
        return allWell ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void refuseIfBad() {
        if (bad > 0) {
            throw new CliException(
                    CliProblem.BAD_FILE,
                    Texts.count(bad, "line", "lines") + " of " + source
                            + " can't be sent, so nothing was; mend them, or send the others with --skip-bad");
        }
    }

    private interface Pass {
        void over(Iterator<Task> tasks);
    }

    private void pass(Session session, Submissions submissions, Pass pass) {
        Queues queues = session.queues();
        LiveWorkers workers = force ? null : session.workers();
        try (Lines lines = new Lines(open())) {
            pass.over(new Good(lines, task -> {
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

    private interface Door {
        void check(Task task);
    }

    /** The tasks of the lines that are good; of the others it tells what is wrong. */
    private final class Good implements Iterator<Task> {
        private final Lines lines;
        private final Door door;
        private @Nullable Task next;

        private Good(Lines lines, Door door) {
            this.lines = lines;
            this.door = door;
        }

        @Override
        public boolean hasNext() {
            try {
                while (next == null) {
                    Lines.Line line = lines.next();
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

        private @Nullable Task read(Lines.Line line) {
            try {
                Task task = TaskLine.read(line.bytes(), sessions.surroundings().keys());
                door.check(task);
                return task;
            } catch (ContractException e) {
                bad++;
                if (bad <= PROBLEMS_SHOWN) {
                    terminal().tell("line " + line.number() + ": " + e.getMessage() + " [" + e.code() + "]");
                } else if (bad == PROBLEMS_SHOWN + 1) {
                    terminal().tell("more lines are bad; they are counted");
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

    private void arrived(Task task, boolean await) {
        sent++;
        if (await) {
            if (awaited.size() == MOST_AWAITED) {
                throw new CliException(
                        CliProblem.BAD_OPTION,
                        "--wait: more than " + MOST_AWAITED + " tasks can't be waited for at once; the first "
                                + MOST_AWAITED + " are sent, and some behind them; send the rest without --wait");
            }
            awaited.add(Objects.requireNonNull(task.key()));
        }
        say("sent", sent);
    }

    private void say(String did, long count) {
        if (nextWord.isOver()) {
            nextWord = Deadline.in(SAY_EVERY);
            terminal().tell(count == 0 ? did + " lines, and going on" : did + " " + count + ", and going on");
        }
    }

    private Map<OutcomeStatus, Long> await(Duration atMost) {
        terminal().tell("waiting for " + Texts.count(awaited.size(), "outcome", "outcomes"));
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
