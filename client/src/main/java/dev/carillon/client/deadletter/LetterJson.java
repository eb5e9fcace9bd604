package dev.carillon.client.deadletter;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A dead letter in JSON, as the command line and the console show it. */
public final class LetterJson {
    private LetterJson() {}

    /** For a list. */
    public static ObjectNode json(Letter letter, Optional<Mark> mark) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("position", letter.position().toString());
        node.put("appended", letter.appended().toString());
        node.put("key", letter.key());
        node.put("cause", letter.cause());
        node.put("message", letter.message());
        letter.origin().ifPresent(origin -> node.put("origin", origin));
        mark.ifPresent(one -> node.put("mark", one.words()));
        return node;
    }

    /** With headers and value. */
    public static ObjectNode whole(Letter letter, Optional<Mark> mark) {
        ObjectNode node = json(letter, mark);
        ObjectNode headers = node.putObject("headers");
        letter.stored().headers().forEach(headers::put);
        byte[] value = letter.stored().value();
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

    /** What became of one that was replayed or dropped. */
    public static ObjectNode json(Disposal disposal, String done) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("position", disposal.letter().position().toString());
        node.put("oldKey", disposal.letter().key());
        node.put("done", disposal.refused() == null ? done : "refused");
        if (disposal.key() != null) {
            node.put("key", disposal.key());
        }
        if (disposal.refused() != null) {
            node.put("why", disposal.refused());
        }
        return node;
    }

    /** Its value as JSON, where it is some. */
    public static Optional<JsonNode> parsed(byte[] value) {
        try {
            return Optional.of(Json.read(value));
        } catch (ContractException e) {
            return Optional.empty(); // Safe: it is shown as it is, which may be why it is here.
        }
    }
}
