package dev.carillon.standalone.schedulefile;

import java.util.List;
import java.util.Map;

/** The fields that a schedule may have, by the object that holds them; a test compares them with the JSON schemas. */
final class KnownFields {
    static final Map<String, List<String>> BY_OBJECT = Map.of(
            "",
            List.of(
                    "v",
                    "taskId",
                    "description",
                    "owner",
                    "cron",
                    "zone",
                    "gap",
                    "fold",
                    "every",
                    "afterEnd",
                    "at",
                    "dependsOn",
                    "dependsOnEnd",
                    "from",
                    "until",
                    "maxRuns",
                    "calendar",
                    "jitter",
                    "type",
                    "queue",
                    "priority",
                    "timeout",
                    "payload",
                    "shards",
                    "retry",
                    "ifWorkerDies",
                    "name",
                    "labels",
                    "deadline",
                    "enabled",
                    "pausedReason",
                    "routing",
                    "missed",
                    "overlap",
                    "pauseAfterFailures",
                    "version",
                    "createdAt",
                    "updatedAt"),
            "retry",
            List.of("maxRetries", "delay", "backoffRate", "maxDelay", "jitter", "retryOn", "giveUpOn"),
            "missed",
            List.of("policy", "window", "max"),
            "shards",
            List.of("count", "need"));

    private KnownFields() {}
}
