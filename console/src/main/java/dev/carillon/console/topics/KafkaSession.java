package dev.carillon.console.topics;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.threads.Threads;
import dev.carillon.schemas.error.ContractException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread with a connection to the topics, shared by all requests. It connects on the first question and again after
 * a failure, so the console can start and run without Kafka.
 */
public final class KafkaSession implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaSession.class);
    /** How many questions may wait; each one holds an HTTP thread. */
    private static final int QUESTIONS = 200;

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final Supplier<RecordLog> connector;
    private final Supplier<String> whyGone;
    private final Duration answerWithin;
    private final ThreadPoolExecutor thread;
    /** Used by the session's thread only, and by {@link #close} after that has ended. */
    private @Nullable RecordLog connection;

    /**
     * A session that is not connected yet.
     *
     * @param whyGone why Kafka is known to be gone, so that a question fails at once; empty while it answers
     * @param answerWithin how long a request waits for its answer
     */
    public KafkaSession(String name, Supplier<RecordLog> connector, Supplier<String> whyGone, Duration answerWithin) {
        this.connector = connector;
        this.whyGone = whyGone;
        this.answerWithin = answerWithin;
        this.thread = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUESTIONS),
                Threads.factory(name),
                new ThreadPoolExecutor.AbortPolicy());
    }

    /**
     * Runs a question and waits for the answer. The question must not keep the log.
     *
     * @throws CodedException KAFKA_UNREACHABLE when Kafka does not answer
     * @throws ConsoleException TOO_BUSY when too many questions wait
     */
    public <T> T ask(Function<RecordLog, T> question) {
        return await(start(question));
    }

    /** Runs a question without waiting; what is refused at once is thrown, as by {@link #ask}. */
    public <T> CompletableFuture<T> start(Function<RecordLog, T> question) {
        String gone = whyGone.get();
        if (!gone.isEmpty()) {
            throw new CodedException(KitErrorCode.KAFKA_UNREACHABLE, gone);
        }
        try {
            return CompletableFuture.supplyAsync(() -> answer(question), thread);
        } catch (RejectedExecutionException e) {
            throw new ConsoleException(
                    ConsoleProblem.TOO_BUSY, QUESTIONS + " requests wait for Kafka already; try again in a moment");
        }
    }

    /** Waits for the answer to a started question, no longer than {@link #ask} does. */
    public <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get(answerWithin.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            answer.cancel(false);
            throw new CodedException(
                    KitErrorCode.KAFKA_UNREACHABLE,
                    "Kafka has not answered within " + answerWithin.toSeconds()
                            + " s; it is unknown whether the change was written");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConsoleException(ConsoleProblem.TOO_BUSY, "the console is stopping");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        }
    }

    private <T> T answer(Function<RecordLog, T> question) {
        try {
            return question.apply(connected());
        } catch (ConsoleException | ContractException e) {
            throw e;
        } catch (CodedException e) {
            disconnect();
            throw e;
        } catch (ClientException e) {
            if (e.problem() == ClientProblem.KAFKA_REFUSED) {
                disconnect();
            }
            throw e;
        } catch (RuntimeException e) {
            // Kafka's clients failed for an unknown reason: the next question gets new ones.
            disconnect();
            LOG.debug("a question to Kafka failed", e);
            throw new CodedException(
                    KitErrorCode.KAFKA_UNREACHABLE, "the request to Kafka failed (" + e.getMessage() + ")", e);
        }
    }

    private RecordLog connected() {
        RecordLog log = connection;
        if (log == null) {
            log = connector.get();
            connection = log;
        }
        return log;
    }

    private void disconnect() {
        RecordLog log = connection;
        connection = null;
        if (log != null) {
            try {
                log.close();
            } catch (RuntimeException e) {
                // Safe: the connection had failed before and is not used again.
                LOG.debug("closing the connection to Kafka failed", e);
            }
        }
    }

    /** Answers the waiting questions first, for 5 s at most. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
                LOG.warn("closed with a question to Kafka still running after {} s", CLOSE_WITHIN.toSeconds());
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        disconnect();
    }
}
