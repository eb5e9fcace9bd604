package dev.carillon.console.api.schedule;

import dev.carillon.console.api.KnownFields;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.record.Schedule;
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

/** A schedule as somebody sends it: of this version, without mistyped fields, and the one that the path names. */
final class ScheduleBody {
    private static final JsonNode FIELDS = published("schedule").get("properties");

    private ScheduleBody() {}

    /** Refuses fields that nobody knows or acts on. */
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

    /** Refuses one that says to be another than the path does. */
    static void checkName(String taskId, Schedule schedule) {
        if (!schedule.taskId().equals(taskId)) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    "taskId",
                    ContractException.shown(schedule.taskId()) + " is not the one of the path, "
                            + ContractException.shown(taskId),
                    "write the same in both",
                    taskId);
        }
    }

    /** Puts the fields of a patch over those of a document; null takes away (RFC 7396). */
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
