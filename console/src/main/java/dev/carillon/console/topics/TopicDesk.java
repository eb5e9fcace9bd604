package dev.carillon.console.topics;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.RecordLog;
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
 * One thread that owns a way to the topics and uses it for whoever asks. The way is opened when it is first needed, and
 * anew after it has failed: so nothing here has to be there when the console starts, or to stay.
 */
public final class TopicDesk implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TopicDesk.class);
    /** How many may wait; each holds a thread that answers a request, so there are never many more. */
    private static final int QUESTIONS = 200;

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(5);

    private final Supplier<RecordLog> opening;
    private final Supplier<String> whyGone;
    private final Duration answerWithin;
    private final ThreadPoolExecutor thread;
    /** Touched by the one thread alone, and by closing once that has ended. */
    private @Nullable RecordLog open;

    /**
     * A desk that has opened nothing yet.
     *
     * @param whyGone why Kafka can't be asked just now; empty while it may be. Saves everybody the time of trying
     * @param answerWithin how long somebody waits before the answer is that it takes too long
     */
    public TopicDesk(String name, Supplier<RecordLog> opening, Supplier<String> whyGone, Duration answerWithin) {
        this.opening = opening;
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
     * Asks, and waits for the answer. The question may use the log only until it returns.
     *
     * @throws CodedException KAFKA_UNREACHABLE when Kafka does not answer
     * @throws ConsoleException TOO_BUSY when too many ask
     */
    public <T> T ask(Function<RecordLog, T> question) {
        return await(start(question));
    }

    /** Asks without waiting: the answer comes when it comes. What can be refused at once is thrown as by {@link #ask}. */
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

    /** Waits for an answer no longer than for any other. */
    public <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get(answerWithin.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            answer.cancel(false);
            throw new CodedException(
                    KitErrorCode.KAFKA_UNREACHABLE,
                    "Kafka has not answered within " + answerWithin.toSeconds()
                            + " s; it is not known whether what was to be written was");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConsoleException(ConsoleProblem.TOO_BUSY, "the console is stopping");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        }
    }

    private <T> T answer(Function<RecordLog, T> question) {
        try {
            return question.apply(opened());
        } catch (ConsoleException | ContractException e) {
            throw e;
        } catch (CodedException e) {
            forget();
            throw e;
        } catch (ClientException e) {
            if (e.problem() == ClientProblem.KAFKA_REFUSED) {
                forget();
            }
            throw e;
        } catch (RuntimeException e) {
            // Whatever failed in Kafka's clients: the next question gets new ones.
            forget();
            LOG.debug("a question to Kafka failed", e);
            throw new CodedException(
                    KitErrorCode.KAFKA_UNREACHABLE, "Kafka could not be asked (" + e.getMessage() + ")", e);
        }
    }

    private RecordLog opened() {
        RecordLog log = open;
        if (log == null) {
            log = opening.get();
            open = log;
        }
        return log;
    }

    private void forget() {
        RecordLog log = open;
        open = null;
        if (log != null) {
            try {
                log.close();
            } catch (RuntimeException e) {
                // Safe: it had failed before, and nobody uses it any more.
                LOG.debug("closing the way to Kafka failed", e);
            }
        }
    }

    /** What is under way is answered first. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
                LOG.warn("a question to Kafka was still open after {} s", CLOSE_WITHIN.toSeconds());
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        forget();
    }
}
