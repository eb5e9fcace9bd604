package dev.carillon.worker.handler;

import org.jspecify.annotations.Nullable;

/**
 * Does the work of one attempt. It may be called for the same execution more than once: use {@link
 * TaskContext#idempotencyKey()} where that matters.
 */
@FunctionalInterface
public interface TaskHandler {
    /**
     * Does the work on the calling thread, which is interrupted when the attempt is cancelled or times out.
     *
     * @return the data of the result: null, {@link dev.carillon.schemas.json.RawJson}, or anything that Jackson writes
     *     as JSON, such as a record, a map, a text or a number
     * @throws TaskFailure to report how it failed; any other exception fails the attempt with code HANDLER_FAILED
     */
    @Nullable
    Object run(TaskContext context) throws Exception;
}
