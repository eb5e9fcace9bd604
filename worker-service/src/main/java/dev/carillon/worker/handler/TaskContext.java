package dev.carillon.worker.handler;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Task;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A handler's view of the attempt it works on: the task, its deadline, the log and the cancel signal. */
public interface TaskContext {
    /** The task itself, with its key. */
    Task task();

    /** The execution's key, {@code taskId:execTime}. */
    String key();

    /** A key that is the same for every attempt and delivery of this execution. */
    default String idempotencyKey() {
        return key();
    }

    default int attempt() {
        return task().attempt();
    }

    default RawJson payload() {
        return task().work().payload();
    }

    /**
     * The payload as a record or other class of yours, read by Jackson; fields that the class does not have are
     * ignored.
     *
     * @throws dev.carillon.schemas.error.ContractException if it does not fit, which ends the execution without further
     *     attempts
     */
    default <T> T payload(Class<T> kind) {
        return PlainJson.read(payload(), kind);
    }

    /** Whether no further attempt follows when this one fails. */
    default boolean isLastAttempt() {
        return attempt() > task().work().retry().maxRetries();
    }

    /** The instant that a tick stands for; null for other executions. */
    default @Nullable Instant nominalTime() {
        return task().nominalTime();
    }

    /** When this attempt times out, by the clock as it was at the start; to wait for it, use {@link #remaining}. */
    Instant deadline();

    /** The time until this attempt times out, also if the clock is set meanwhile; negative after that. */
    Duration remaining();

    /** Adds a line to the attempt's log; beyond 1 MB nothing more is kept. */
    void log(String line);

    /** Reports how far the work has come, as an event for people who watch. */
    void progress(String message);

    /**
     * Raised when the handler should stop: the attempt was cancelled or timed out, or goes to another worker. The
     * thread of a {@link TaskHandler} is interrupted too.
     */
    CancelSignal cancelled();

    default boolean isCancelled() {
        return cancelled().isRaised();
    }
}
