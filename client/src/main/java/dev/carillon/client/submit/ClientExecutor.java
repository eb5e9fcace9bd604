package dev.carillon.client.submit;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.AnswerWait;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.threads.Threads;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Runs functions on the one thread that may read through the client's connection; callers wait for the result. */
public final class ClientExecutor implements AutoCloseable {
    private static final int MOST_WAITING = 1_000;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final RecordLog log;
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_WAITING),
            Threads.factory("carillon-client-executor"),
            new ThreadPoolExecutor.AbortPolicy());

    public ClientExecutor(RecordLog log) {
        this.log = log;
    }

    public <T> T call(Function<RecordLog, T> function) {
        try {
            return AnswerWait.answer(CompletableFuture.supplyAsync(() -> function.apply(log), thread));
        } catch (RejectedExecutionException e) {
            if (thread.isShutdown()) {
                throw new ClientException(ClientProblem.CLOSED, "this client was closed; connect a new one", e);
            }
            throw new ClientException(
                    ClientProblem.TOO_MUCH_AT_ONCE,
                    "more than " + MOST_WAITING + " calls of this client are waiting; call it from fewer threads",
                    e);
        }
    }

    /** Waits up to five seconds for the calls that are waiting. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
        log.close();
    }
}
