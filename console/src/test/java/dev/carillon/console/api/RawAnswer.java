package dev.carillon.console.api;

import dev.carillon.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A response as received, with the names of headers in lower case. */
public record RawAnswer(int status, Map<String, String> headers, String body) {
    public JsonNode json() {
        return Json.read(body.getBytes(StandardCharsets.UTF_8));
    }

    public String text(String field) {
        JsonNode found = json().get(field);
        return found == null ? "" : found.isString() ? found.stringValue() : found.toString();
    }
}
