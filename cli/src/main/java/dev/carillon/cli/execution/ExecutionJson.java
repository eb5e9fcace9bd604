package dev.carillon.cli.execution;

import dev.carillon.client.status.ExecutionStatus;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.TaskPosition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Formats the status of one execution as one JSON object. */
public final class ExecutionJson {
    private ExecutionJson() {}

    public static ObjectNode of(ExecutionStatus status) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("key", status.key().toString())
                .put("state", status.state().name())
                .put("why", status.why());
        ArrayNode attempts = node.putArray("attempts");
        for (ExecutionStatus.Attempt attempt : status.attempts()) {
            ObjectNode one = attempts.addObject()
                    .put("attempt", attempt.number())
                    .put(
                            "status",
                            attempt.status() == null ? null : attempt.status().name())
                    .put("code", attempt.code())
                    .put("message", attempt.message())
                    .put("worker", attempt.worker());
            put(one, "started", attempt.started());
            put(one, "finished", attempt.finished());
            put(one, "said", attempt.said());
        }
        put(node, "nextAttempt", status.nextAttempt());
        put(node, "cancelAsked", status.cancelAsked());
        TaskPosition where = status.where();
        if (where == null) {
            node.putNull("task");
        } else {
            node.putObject("task")
                    .put("topic", where.topic())
                    .put("partition", where.partition())
                    .put("offset", where.offset());
        }
        node.set("outcome", status.outcome() == null ? null : Json.read(Kind.OUTCOME.encode(status.outcome())));
        ArrayNode next = node.putArray("next");
        ExecutionWords.next(status).forEach(next::add);
        return node;
    }

    private static void put(ObjectNode node, String name, @Nullable Instant instant) {
        node.put(name, instant == null ? null : instant.toString());
    }
}
