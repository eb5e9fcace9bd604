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

/** A request that has passed the door. */
public final class Request {
    private static final Set<String> JSON_TYPES = Set.of("application/json", "application/merge-patch+json");

    private final Map<String, String> path;
    private final Parameters query;
    private final Parameters headers;
    private final Body body;

    Request(Map<String, String> path, Parameters query, Function<String, @Nullable String> header, Body body) {
        this.path = path;
        this.query = query;
        this.headers = Parameters.ofHeaders(header);
        this.body = body;
    }

    /** A variable part of the path, decoded. */
    public String path(String name) {
        return Objects.requireNonNull(path.get(name), name);
    }

    public Parameters query() {
        return query;
    }

    /** The headers, which are read as parameters are. */
    public Parameters headers() {
        return headers;
    }

    /** The whole body; empty if there is none. Refused if it says to be something else than JSON. */
    public byte[] body() {
        byte[] bytes = body.bytes();
        if (bytes.length > 0) {
            requireJson();
        }
        return bytes;
    }

    /** The JSON object that the body holds, to be taken apart field by field; an empty one where there is no body. */
    public Fields fields() {
        byte[] bytes = body();
        return Json.readObject(bytes.length == 0 ? "{}".getBytes(StandardCharsets.UTF_8) : bytes);
    }

    /** As {@link #fields}, refusing what the shape does not take. */
    public <T> T object(Function<Fields, T> shape) {
        Fields fields = fields();
        T read = shape.apply(fields);
        KnownFields.requireNone(fields);
        return read;
    }

    private void requireJson() {
        String said = headers.text("Content-Type", 200);
        String type = said == null ? "nothing" : said.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!JSON_TYPES.contains(type)) {
            throw new ConsoleException(
                    ConsoleProblem.WRONG_MEDIA_TYPE,
                    "the body says to be " + ContractException.shown(type),
                    "Content-Type",
                    type,
                    "application/json");
        }
    }

    byte[] bodySoFar() {
        return body.known();
    }
}
