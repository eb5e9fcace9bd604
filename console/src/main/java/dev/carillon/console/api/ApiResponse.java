package dev.carillon.console.api;

import dev.carillon.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An HTTP response.
 *
 * @param contentType empty if there is no body
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes are this answer's own.
public record ApiResponse(int status, String contentType, byte[] body, Map<String, String> headers) {
    public static final String JSON = "application/json";

    /**
     * A successful response with JSON.
     *
     * @param body an answer's record, as {@link Json#answer} writes it
     */
    public static ApiResponse json(Object body) {
        return json(200, body);
    }

    public static ApiResponse json(int status, Object body) {
        return new ApiResponse(status, JSON, Json.answer(body).getBytes(StandardCharsets.UTF_8), Map.of());
    }

    public static ApiResponse of(String contentType, byte[] body) {
        return new ApiResponse(200, contentType, body, Map.of());
    }

    public ApiResponse header(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new ApiResponse(status, contentType, body, Map.copyOf(more));
    }
}
