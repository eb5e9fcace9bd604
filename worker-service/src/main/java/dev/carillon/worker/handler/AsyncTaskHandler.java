package dev.carillon.worker.handler;

import dev.carillon.schemas.json.RawJson;
import java.util.concurrent.CompletionStage;

/** Starts the work of one attempt and completes it later, for work that needs no thread while it waits. */
@FunctionalInterface
public interface AsyncTaskHandler {
    /**
     * Must return soon. The stage completes with the data (or null), or fails with what {@link TaskHandler#run} would
     * throw.
     */
    CompletionStage<RawJson> start(TaskContext context) throws Exception;
}
