package dev.carillon.console.api;

import dev.carillon.schemas.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * What goes back.
 *
 * @param contentType empty where there is no body
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are this answer's own.
public record Answer(int status, String contentType, byte[] body, Map<String, String> headers) {
    public static final String JSON = "application/json";

    public static Answer json(JsonNode body) {
        return json(200, body);
    }

    public static Answer json(int status, JsonNode body) {
        return new Answer(status, JSON, Json.write(body), Map.of());
    }

    public static Answer of(String contentType, byte[] body) {
        return new Answer(200, contentType, body, Map.of());
    }

    public static Answer empty(int status) {
        return new Answer(status, "", new byte[0], Map.of());
    }

    public Answer header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new Answer(status, contentType, body, Map.copyOf(more));
    }
}
