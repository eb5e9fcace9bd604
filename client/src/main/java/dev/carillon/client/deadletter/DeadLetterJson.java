package dev.carillon.client.deadletter;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A dead letter in JSON, as the command line and the console show it. */
public final class DeadLetterJson {
    private DeadLetterJson() {}

    /** The fields that lists show. */
    public static ObjectNode json(StoredDeadLetter deadLetter, Optional<DeadLetterMark> mark) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("position", deadLetter.position().toString());
        node.put("appended", deadLetter.appended().toString());
        node.put("key", deadLetter.key());
        node.put("cause", deadLetter.cause());
        node.put("message", deadLetter.message());
        deadLetter.origin().ifPresent(origin -> node.put("origin", origin));
        mark.ifPresent(one -> node.put("mark", one.describe()));
        return node;
    }

    /** All fields, with headers and value. */
    public static ObjectNode whole(StoredDeadLetter deadLetter, Optional<DeadLetterMark> mark) {
        ObjectNode node = json(deadLetter, mark);
        ObjectNode headers = node.putObject("headers");
        deadLetter.stored().headers().forEach(headers::put);
        byte[] value = deadLetter.stored().value();
        if (value != null) {
            Optional<JsonNode> parsed = parsed(value);
            if (parsed.isPresent()) {
                node.set("value", parsed.get());
            } else {
                node.put("valueBase64", Base64.getEncoder().encodeToString(value));
            }
        }
        return node;
    }

    /** The result of a replay or drop. */
    public static ObjectNode json(ReplayResult result, String done) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("position", result.deadLetter().position().toString());
        node.put("oldKey", result.deadLetter().key());
        node.put("done", result.refused() == null ? done : "refused");
        if (result.key() != null) {
            node.put("key", result.key());
        }
        if (result.refused() != null) {
            node.put("why", result.refused());
        }
        return node;
    }

    /** The value as JSON; empty if it is not JSON. */
    public static Optional<JsonNode> parsed(byte[] value) {
        try {
            return Optional.of(Json.read(value));
        } catch (ContractException e) {
            return Optional.empty(); // Safe: the caller shows the bytes; they may be why it is here.
        }
    }
}
