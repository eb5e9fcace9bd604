package dev.carillon.client;

import dev.carillon.kit.threads.Threads;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The one thread that looks into the cluster for whoever asks; each waits for the answer. */
final class Desk implements AutoCloseable {
    private static final int QUESTIONS = 1_000;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final RecordLog log;
    private final ThreadPoolExecutor thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(QUESTIONS),
            Threads.factory("carillon-client-desk"),
            new ThreadPoolExecutor.AbortPolicy());

    Desk(RecordLog log) {
        this.log = log;
    }

    <T> T ask(Function<RecordLog, T> question) {
        try {
            return Waiting.answer(CompletableFuture.supplyAsync(() -> question.apply(log), thread));
        } catch (RejectedExecutionException e) {
            if (thread.isShutdown()) {
                throw new ClientException(ClientProblem.CLOSED, "this client was closed; connect a new one", e);
            }
            throw new ClientException(
                    ClientProblem.TOO_MUCH_AT_ONCE,
                    "more than " + QUESTIONS + " questions wait for their answers; ask from fewer threads",
                    e);
        }
    }

    /** What is open is answered first. */
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
