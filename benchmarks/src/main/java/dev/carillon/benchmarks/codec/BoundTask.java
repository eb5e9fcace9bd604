package dev.carillon.benchmarks.codec;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A task as Jackson binds it by itself, with rules that favour Jackson: times and choices stay texts, no limit is
 * checked, the payload loses its bytes, and unknown fields are dropped.
 */
record BoundTask(
        int v,
        String taskId,
        String execTime,
        int attempt,
        String type,
        String queue,
        String priority,
        String timeout,
        JsonNode payload,
        BoundRetry retry,
        String ifWorkerDies,
        @Nullable String name,
        @Nullable Map<String, String> labels,
        String origin) {

    record BoundRetry(
            int maxRetries,
            String delay,
            double backoffRate,
            String maxDelay,
            double jitter,
            @Nullable List<String> retryOn,
            @Nullable List<String> giveUpOn) {}
}
