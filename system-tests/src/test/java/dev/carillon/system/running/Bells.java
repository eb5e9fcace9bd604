package dev.carillon.system.running;

import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.worker.handler.HandlerRegistry;
import dev.carillon.worker.handler.TaskContext;
import dev.carillon.worker.handler.TaskFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The handlers of the tests' workers, which record every run. */
public final class Bells {
    /** Succeeds at once. */
    public static final String RING = "ring";
    /** Fails as often as the payload says, then succeeds. */
    public static final String FLAKY = "flaky";
    /** Always fails. */
    public static final String BROKEN = "broken";
    /** Fails until {@link #mend} is called. */
    public static final String MENDABLE = "mendable";
    /** Runs until it is released or interrupted. */
    public static final String LONG = "long";

    private static final Duration LONGEST = Duration.ofMinutes(2);

    /** One start of a handler. */
    public record Run(String key, int attempt) {}

    private final List<Run> runs = new ArrayList<>();
    private final Set<String> released = new HashSet<>();
    private final Set<String> interrupted = new HashSet<>();
    private volatile boolean mended;

    HandlerRegistry handlers() {
        return HandlerRegistry.none()
                .with(RING, this::ring)
                .with(FLAKY, this::flaky)
                .with(BROKEN, this::broken)
                .with(MENDABLE, this::mendable)
                .with(LONG, this::runLong);
    }

    private @Nullable RawJson ring(TaskContext context) {
        ran(context);
        return RawJson.parse("{\"rang\":" + context.attempt() + "}");
    }

    private @Nullable RawJson flaky(TaskContext context) throws TaskFailure {
        ran(context);
        if (context.attempt() <= context.payload().node().asInt()) {
            throw new TaskFailure("CRACKED", "cracked at attempt " + context.attempt());
        }
        return null;
    }

    private @Nullable RawJson broken(TaskContext context) throws TaskFailure {
        ran(context);
        throw new TaskFailure("CRACKED", "always");
    }

    private @Nullable RawJson mendable(TaskContext context) throws TaskFailure {
        ran(context);
        if (!mended) {
            throw new TaskFailure("CRACKED", "not mended yet");
        }
        return null;
    }

    /** Lets all tasks of the type {@link #MENDABLE} succeed from now on. */
    public void mend() {
        mended = true;
    }

    private @Nullable RawJson runLong(TaskContext context) throws InterruptedException {
        ran(context);
        awaitRelease(context.key());
        return null;
    }

    private synchronized void ran(TaskContext context) {
        runs.add(new Run(context.key(), context.attempt()));
        notifyAll();
    }

    private synchronized void awaitRelease(String key) throws InterruptedException {
        Deadline deadline = Deadline.in(LONGEST);
        try {
            while (!released.contains(key) && !deadline.isOver()) {
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, deadline.remainingNanos()));
            }
        } catch (InterruptedException e) {
            interrupted.add(key);
            notifyAll();
            throw e;
        }
    }

    /** Lets a long run end. */
    public synchronized void release(String key) {
        released.add(key);
        notifyAll();
    }

    /** The runs of one execution so far. */
    public synchronized List<Run> runsOf(String key) {
        return runs.stream().filter(run -> run.key().equals(key)).toList();
    }

    public synchronized long runsOfTask(String taskId) {
        return runs.stream().filter(run -> run.key().startsWith(taskId + ":")).count();
    }

    public synchronized boolean wasInterrupted(String key) {
        return interrupted.contains(key);
    }

    /** Waits until an execution has started this number of attempts. */
    public synchronized void awaitRuns(String key, int number, Duration within) throws InterruptedException {
        Deadline deadline = Deadline.in(within);
        while (runsOf(key).size() < number) {
            if (deadline.isOver()) {
                throw new AssertionError(key + " ran " + runsOf(key).size() + " times within " + within);
            }
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1_000_000, deadline.remainingNanos()));
        }
    }
}
