package dev.carillon.worker.handler;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The payload of an {@code http} task: a URL as text, or an object with {@code url}, and if wanted {@code method},
 * {@code headers}, {@code body} (text, or any JSON) and {@code expect} (statuses that are a success; else 200 to 299).
 */
record HttpCall(
        URI url,
        String method,
        Map<String, String> headers,
        @Nullable String body,
        List<Integer> expect) {

    static HttpCall of(RawJson payload) {
        JsonNode node = payload.node();
        if (node.isString()) {
            return new HttpCall(url(node), "GET", Map.of(), null, List.of());
        }
        if (!node.isObject()) {
            throw new ContractException(
                    ErrorCode.WRONG_TYPE, "payload", "is not an object", "send {\"url\": \"https://…\"}");
        }
        Map<String, String> headers = new LinkedHashMap<>();
        String body = null;
        JsonNode given = node.get("body");
        if (given != null && !given.isNull()) {
            body = given.isString() ? given.stringValue() : given.toString();
            if (!given.isString()) {
                headers.put("Content-Type", "application/json");
            }
        }
        headers.putAll(headers(node.get("headers")));
        JsonNode url = node.get("url");
        if (url == null) {
            throw new ContractException(ErrorCode.MISSING_FIELD, "payload.url", "is missing", "name the URL to call");
        }
        return new HttpCall(url(url), method(node, body), headers, body, expect(node.get("expect")));
    }

    private static URI url(JsonNode node) {
        String text = node.isString() ? node.stringValue() : node.toString();
        try {
            URI url = new URI(text);
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (http && url.getHost() != null && url.getUserInfo() == null) {
                return url;
            }
        } catch (URISyntaxException e) {
            throw badUrl(text);
        }
        throw badUrl(text);
    }

    private static ContractException badUrl(String text) {
        return new ContractException(
                ErrorCode.UNKNOWN_VALUE,
                "payload.url",
                ContractException.shown(text) + " is not a URL that can be called",
                "send one that starts with http:// or https:// and names a host, without a password");
    }

    private static String method(JsonNode node, @Nullable String body) {
        JsonNode method = node.get("method");
        String text = method == null ? (body == null ? "GET" : "POST") : method.asString();
        if (!text.matches("[A-Za-z]{1,20}")) {
            throw new ContractException(
                    ErrorCode.UNKNOWN_VALUE,
                    "payload.method",
                    ContractException.shown(text) + " is not an HTTP method",
                    "send GET, POST, PUT, PATCH, DELETE or HEAD");
        }
        return text.toUpperCase(Locale.ROOT);
    }

    private static Map<String, String> headers(@Nullable JsonNode node) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (node == null || node.isNull()) {
            return headers;
        }
        if (!node.isObject()) {
            throw new ContractException(
                    ErrorCode.WRONG_TYPE, "payload.headers", "is not an object", "send {\"Name\": \"value\"}");
        }
        node.properties()
                .forEach(
                        header -> headers.put(header.getKey(), header.getValue().asString()));
        return headers;
    }

    private static List<Integer> expect(@Nullable JsonNode node) {
        List<Integer> statuses = new ArrayList<>();
        if (node == null || node.isNull()) {
            return statuses;
        }
        for (JsonNode one : node.isArray() ? node : List.of(node)) {
            if (!one.isInt() || one.intValue() < 100 || one.intValue() > 599) {
                throw new ContractException(
                        ErrorCode.OUT_OF_RANGE,
                        "payload.expect",
                        ContractException.shown(one) + " is not an HTTP status",
                        "send numbers from 100 to 599");
            }
            statuses.add(one.intValue());
        }
        return statuses;
    }

    HttpRequest.BodyPublisher publisher() {
        return body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
    }

    boolean expects(int status) {
        return expect.isEmpty() ? status >= 200 && status <= 299 : expect.contains(status);
    }
}
