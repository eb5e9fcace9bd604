package dev.carillon.console.api.schedule;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The result for one schedule of many as JSON: a problem, or what was done, or what a dry run would do.
 *
 * @param taskId null if the definition can't be read
 * @param version null if nothing was or will be written
 */
record BatchItemAnswer(
        @Nullable String taskId,
        @Nullable JsonNode problem,
        @Nullable String would,
        @Nullable String done,
        @Nullable Long version) {
    static BatchItemAnswer refused(@Nullable String taskId, JsonNode problem) {
        return new BatchItemAnswer(taskId, problem, null, null, null);
    }

    static BatchItemAnswer changed(String taskId, boolean dryRun, String change, @Nullable Long version) {
        return new BatchItemAnswer(taskId, null, dryRun ? change : null, dryRun ? null : change, version);
    }
}
