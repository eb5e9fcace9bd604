package dev.carillon.console.api.schedule;

import dev.carillon.console.api.KnownFields;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.Schedule;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks schedules in request bodies: no unknown or unsupported fields, and the taskId of the path. */
final class ScheduleBody {
    private static final JsonNode FIELDS = published("schedule").get("properties");

    private ScheduleBody() {}

    /** Refuses fields that are unknown, or that this version does not support. */
    static Schedule check(Schedule schedule) {
        KnownFields.require("", schedule.rest().keySet(), names(FIELDS));
        KnownFields.require(
                "retry.",
                schedule.work().retry().rest().keySet(),
                names(published("types").get("$defs").get("retry").get("properties")));
        KnownFields.require(
                "missed.",
                schedule.missed().rest().keySet(),
                names(FIELDS.get("missed").get("properties")));
        schedule.checkSupported();
        return schedule;
    }

    /** Refuses another taskId than the path's. */
    static void checkName(String taskId, Schedule schedule) {
        if (!schedule.taskId().equals(taskId)) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    "taskId",
                    ContractException.shown(schedule.taskId()) + " is not the taskId of the path, "
                            + ContractException.shown(taskId),
                    "write the same in both",
                    taskId);
        }
    }

    /** Applies a merge patch; null removes a field (RFC 7396). */
    static JsonNode merged(JsonNode document, JsonNode patch) {
        if (!(patch instanceof ObjectNode changes)) {
            return patch;
        }
        ObjectNode merged =
                document instanceof ObjectNode object ? object.deepCopy() : JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> change : changes.properties()) {
            JsonNode value = change.getValue();
            if (value.isNull()) {
                merged.remove(change.getKey());
            } else {
                JsonNode before = merged.get(change.getKey());
                merged.set(change.getKey(), merged(before == null ? NullNode.instance : before, value));
            }
        }
        return merged;
    }

    private static Collection<String> names(JsonNode properties) {
        return List.copyOf(properties.propertyNames());
    }

    private static JsonNode published(String name) {
        String file = "/dev/carillon/schemas/json/" + name + ".schema.json";
        try (InputStream in = Objects.requireNonNull(ScheduleBody.class.getResourceAsStream(file), file)) {
            return Json.read(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
