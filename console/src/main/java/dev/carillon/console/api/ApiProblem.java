package dev.carillon.console.api;

import dev.carillon.schemas.json.Json;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A refusal or failure as an RFC 9457 problem, with a stable code.
 *
 * @param title meaning of the code
 * @param detail what happened in this request
 * @param headers of the response
 */
@RecordBuilder
record ApiProblem(
        int status,
        String code,
        String title,
        String detail,
        @Nullable String field,
        @Nullable String value,
        @Nullable String limit,
        String fix,
        Map<String, String> headers) {
    static final String MEDIA_TYPE = "application/problem+json";

    private static final String TYPES = "https://carillon.dev/errors/";
    private static final int SHOWN = 200;

    ApiProblem header(String name, String text) {
        return ApiProblemBuilder.builder(this).headers(Map.of(name, text)).build();
    }

    byte[] json() {
        return Json.write(node());
    }

    ObjectNode node() {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("type", TYPES + code).put("title", title).put("status", status).put("detail", clean(detail));
        node.put("code", code);
        put(node, "field", field);
        put(node, "value", value);
        put(node, "limit", limit);
        node.put("fix", clean(fix));
        return node;
    }

    private static void put(ObjectNode node, String name, @Nullable String text) {
        if (text != null) {
            node.put(name, clean(text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text));
        }
    }

    /** Replaces control characters, as the text may be shown in a terminal. */
    private static String clean(String text) {
        return text.replaceAll("\\p{Cntrl}|[\\ud800-\\udfff](?<![\\ud800-\\udbff][\\udc00-\\udfff])", "?");
    }

    ApiResponse answer() {
        return new ApiResponse(status, MEDIA_TYPE, json(), headers);
    }
}
