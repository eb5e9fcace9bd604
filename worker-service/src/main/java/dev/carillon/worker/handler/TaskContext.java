package dev.carillon.worker.handler;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Task;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a handler may know and say while it works on one attempt. */
public interface TaskContext {
    /** The task itself, with its key. */
    Task task();

    /** The execution's key, {@code taskId:execTime}. */
    String key();

    /** The same for every attempt and delivery of this execution. */
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
     * The payload as a record or other class of yours, read by Jackson; fields that the class does not have are passed
     * by.
     *
     * @throws dev.carillon.schemas.error.ContractException when it does not fit, which ends the execution without
     *     further attempts
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

    /** When this attempt is out of time. */
    Instant deadline();

    /** Adds a line to the attempt's log; beyond 1 MB nothing more is kept. */
    void log(String line);

    /** Says how far the work has come, for people who watch. */
    void progress(String message);

    /** Raised when nobody waits for this attempt any more; the thread of a {@link TaskHandler} is interrupted too. */
    CancelSignal cancelled();

    default boolean isCancelled() {
        return cancelled().isRaised();
    }
}
