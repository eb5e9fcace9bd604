package dev.carillon.worker.execution;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.worker.handler.AsyncTaskHandler;
import dev.carillon.worker.handler.Handlers;
import dev.carillon.worker.report.Ending;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs handlers on a thread each; how many at a time is the workbench's decision. */
public final class Slots implements AttemptRunner {
    private static final Logger LOG = LoggerFactory.getLogger(Slots.class);

    private final Handlers handlers;
    private final ExecutorService threads;
    private final Function<Attempt, AttemptContext> contexts;
    private final BiConsumer<Attempt, Ending> returned;
    private final Map<Attempt, Run> runs = new ConcurrentHashMap<>();

    public Slots(
            Handlers handlers,
            ExecutorService threads,
            Function<Attempt, AttemptContext> contexts,
            BiConsumer<Attempt, Ending> returned) {
        this.handlers = handlers;
        this.threads = threads;
        this.contexts = contexts;
        this.returned = returned;
    }

    @Override
    public void start(Attempt attempt) {
        AsyncTaskHandler handler = handlers.of(attempt.task().work().type());
        if (handler == null) {
            returned.accept(attempt, Endings.unknownType(attempt.task().work().type(), handlers.types()));
            return;
        }
        Run run = new Run(attempt, contexts.apply(attempt));
        runs.put(attempt, run);
        threads.execute(() -> run.call(handler));
    }

    @Override
    public void interrupt(Attempt attempt) {
        Run run = runs.get(attempt);
        // Not on the calling thread: a listener may take its time, killing a process for example.
        threads.execute(() -> {
            attempt.signal().raise();
            if (run != null) {
                run.interrupt();
            }
        });
    }

    /** Sends the log lines that running attempts wrote since the last time, so that they can be followed. */
    public void sendNewLines() {
        runs.values().forEach(run -> run.context.sendNewLines());
    }

    private final class Run {
        private final Attempt attempt;
        private final AttemptContext context;
        private @Nullable Thread thread;

        Run(Attempt attempt, AttemptContext context) {
            this.attempt = attempt;
            this.context = context;
        }

        void call(AsyncTaskHandler handler) {
            enter();
            try {
                if (attempt.signal().isRaised()) {
                    throw new CancellationException("ended before it started");
                }
                handler.start(context).whenComplete(this::ended);
            } catch (Throwable e) {
                ended(null, e);
            } finally {
                leave();
            }
        }

        private void ended(@Nullable RawJson data, @Nullable Throwable failure) {
            runs.remove(attempt);
            try {
                context.close();
            } catch (RuntimeException e) {
                // The end of the attempt must be heard whatever becomes of its last log lines.
                LOG.error("the last log lines of {} are lost", attempt, e);
            }
            returned.accept(attempt, failure == null ? Ending.succeeded(data) : Endings.of(failure));
        }

        private synchronized void enter() {
            thread = Thread.currentThread();
        }

        private synchronized void leave() {
            thread = null;
            // An interrupt meant for this attempt must not meet the next one on this thread.
            if (Thread.interrupted()) {
                LOG.trace("{} was interrupted as it ended", attempt);
            }
        }

        synchronized void interrupt() {
            Thread current = thread;
            if (current != null) {
                current.interrupt();
            }
        }
    }
}
