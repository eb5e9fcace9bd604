package dev.carillon.worker.execution;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.worker.handler.AsyncTaskHandler;
import dev.carillon.worker.handler.HandlerRegistry;
import dev.carillon.worker.report.AttemptEnding;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs handlers on threads of their own; the scheduler decides how many at a time. A thread whose handler has returned
 * goes on with the next attempt at once, without involving the polling thread.
 */
public final class Slots {
    private final HandlerRegistry handlers;
    private final ExecutorService threads;
    private final Function<Attempt, AttemptContext> contexts;
    private final Chain chain;

    /** Takes ended attempts and gives the next one. Called from any thread. */
    public interface Chain {
        void returned(Attempt attempt, AttemptEnding ending);

        /** An attempt that has been started and has to be run, or null. */
        @Nullable
        Attempt next();
    }

    public Slots(
            HandlerRegistry handlers,
            ExecutorService threads,
            Function<Attempt, AttemptContext> contexts,
            Chain chain) {
        this.handlers = handlers;
        this.threads = threads;
        this.contexts = contexts;
        this.chain = chain;
    }

    /** Calls the handler; its return, however late, is reported exactly once. */
    public void start(Attempt attempt) {
        AttemptRun run = prepared(attempt);
        threads.execute(() -> runAll(run));
    }

    private AttemptRun prepared(Attempt attempt) {
        AttemptRun run = new AttemptRun(attempt, contexts.apply(attempt));
        attempt.runs(run);
        return run;
    }

    private void runAll(AttemptRun first) {
        run(first);
        for (Attempt next = chain.next(); next != null; next = chain.next()) {
            run(prepared(next));
        }
    }

    private void run(AttemptRun run) {
        Attempt attempt = run.attempt();
        AsyncTaskHandler handler = handlers.of(attempt.task().work().type());
        if (handler == null) {
            chain.returned(
                    attempt, AttemptEndings.unknownType(attempt.task().work().type(), handlers.types()));
            return;
        }
        run.enter();
        CompletionStage<RawJson> stage = null;
        Throwable failure = null;
        try {
            if (attempt.signal().isRaised()) {
                throw new CancellationException("ended before it started");
            }
            stage = handler.start(run.context());
        } catch (Throwable e) {
            failure = e;
        } finally {
            run.leave();
        }
        if (stage == null) {
            ended(run, null, failure == null ? new NullPointerException("the handler returned no stage") : failure);
        } else {
            whenEnded(run, stage);
        }
    }

    /**
     * If the stage has ended already, this thread goes on; one that ends later must not keep the thread that ends it.
     */
    private void whenEnded(AttemptRun run, CompletionStage<RawJson> stage) {
        Thread caller = Thread.currentThread();
        boolean[] returned = {false};
        try {
            var unused = stage.whenComplete((data, failure) -> {
                ended(run, data, failure);
                if (returned[0] || Thread.currentThread() != caller) {
                    startNext();
                }
            });
        } catch (Throwable e) {
            ended(run, null, e); // The stage is of the user's own class, which may throw here.
        }
        returned[0] = true;
    }

    private void startNext() {
        Attempt next = chain.next();
        if (next != null) {
            start(next);
        }
    }

    private void ended(AttemptRun run, @Nullable RawJson data, @Nullable Throwable failure) {
        run.close();
        chain.returned(run.attempt(), failure == null ? AttemptEnding.succeeded(data) : AttemptEndings.of(failure));
    }
}
