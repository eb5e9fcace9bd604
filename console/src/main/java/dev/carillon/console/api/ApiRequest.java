package dev.carillon.console.api;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A request that has passed the {@link RequestGuard}. */
public final class ApiRequest {
    private static final Set<String> JSON_TYPES = Set.of("application/json", "application/merge-patch+json");

    private final Map<String, String> path;
    private final RequestParameters query;
    private final RequestParameters headers;
    private final RequestBody body;

    ApiRequest(
            Map<String, String> path,
            RequestParameters query,
            Function<String, @Nullable String> header,
            RequestBody body) {
        this.path = path;
        this.query = query;
        this.headers = RequestParameters.ofHeaders(header);
        this.body = body;
    }

    /** A variable part of the path, decoded. */
    public String path(String name) {
        return Objects.requireNonNull(path.get(name), name);
    }

    public RequestParameters query() {
        return query;
    }

    /** The headers, which are read as parameters are. */
    public RequestParameters headers() {
        return headers;
    }

    /** The whole body; empty if there is none. A body whose Content-Type is not JSON is refused. */
    public byte[] body() {
        byte[] bytes = body.bytes();
        if (bytes.length > 0) {
            requireJson();
        }
        return bytes;
    }

    /** The fields of the JSON object in the body; none if there is no body. */
    public Fields fields() {
        byte[] bytes = body();
        return Json.readObject(bytes.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : bytes);
    }

    /** As {@link #fields}; fields that {@code shape} does not read are refused. */
    public <T> T object(Function<Fields, T> shape) {
        Fields fields = fields();
        T read = shape.apply(fields);
        KnownFields.requireNone(fields);
        return read;
    }

    private void requireJson() {
        String header = headers.text("Content-Type", 200);
        String type =
                header == null ? "nothing" : header.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!JSON_TYPES.contains(type)) {
            throw new ConsoleException(
                    ConsoleProblem.WRONG_MEDIA_TYPE,
                    "the body's Content-Type is " + ContractException.shown(type),
                    "Content-Type",
                    type,
                    "application/json");
        }
    }

    byte[] bodySoFar() {
        return body.known();
    }
}
