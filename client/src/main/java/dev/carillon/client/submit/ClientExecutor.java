package dev.carillon.client.submit;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.AnswerWait;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.threads.Threads;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Runs functions on the one thread that may read through the client's connection; callers wait for the result. */
public final class ClientExecutor implements AutoCloseable {
    private static final int MOST_WAITING = 1_000;
    private static final String CLOSED = "this client was closed; connect a new one";
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);
    /** How long a call that was interrupted may still use the connection. */
    private static final Duration END_WITHIN = Duration.ofSeconds(1);

    private final RecordLog log;
    private final Duration closeWithin;
    private final Set<Call<?>> calls = ConcurrentHashMap.newKeySet();
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Threads.factory("carillon-client-executor"),
            new ThreadPoolExecutor.AbortPolicy());

    /** A call whose caller waits for the answer. */
    private static final class Call<T> {
        private final CompletableFuture<T> answer = new CompletableFuture<>();
    }

    public ClientExecutor(RecordLog log) {
        this(log, CLOSE_WITHIN);
    }

    /**
     * An executor that is closed sooner or later.
     *
     * @param closeWithin how long closing waits for the calls that are waiting
     */
    ClientExecutor(RecordLog log, Duration closeWithin) {
        this.log = log;
        this.closeWithin = closeWithin;
    }

    public <T> T call(Function<RecordLog, T> function) {
        Call<T> call = new Call<>();
        calls.add(call);
        try {
            return AnswerWait.answer(call.answer.completeAsync(() -> function.apply(log), thread));
        } catch (RejectedExecutionException e) {
            if (thread.isShutdown()) {
                throw new ClientException(ClientProblem.CLOSED, CLOSED, e);
            }
            throw new ClientException(
                    ClientProblem.TOO_MUCH_AT_ONCE,
                    "more than " + MOST_WAITING + " calls of this client are waiting; call it from fewer threads",
                    e);
        } finally {
            calls.remove(call);
        }
    }

    /** Waits up to five seconds for the calls that are waiting; those left then fail as CLOSED. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!isOverWithin(closeWithin)) {
                dropCalls();
                var unused = isOverWithin(END_WITHIN);
            }
        } catch (InterruptedException e) {
            dropCalls();
            Thread.currentThread().interrupt();
        }
        log.close();
    }

    private boolean isOverWithin(Duration time) throws InterruptedException {
        return thread.awaitTermination(time.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Interrupts the call that is under way; without an answer here, callers of the others would wait for ever. */
    private void dropCalls() {
        thread.shutdownNow();
        ClientException closed = new ClientException(ClientProblem.CLOSED, CLOSED);
        calls.forEach(call -> call.answer.completeExceptionally(closed));
    }
}
