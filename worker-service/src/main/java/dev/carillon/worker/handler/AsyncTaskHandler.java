package dev.carillon.worker.handler;

import dev.carillon.schemas.json.RawJson;
import java.util.concurrent.CompletionStage;

/** Begins the work of one attempt and ends it later; for work that waits on others and needs no thread meanwhile. */
@FunctionalInterface
public interface AsyncTaskHandler {
    /** Must return soon. The stage ends with the data (or null), or with what {@link TaskHandler#run} would throw. */
    CompletionStage<RawJson> start(TaskContext context) throws Exception;
}
