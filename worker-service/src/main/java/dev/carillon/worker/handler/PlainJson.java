package dev.carillon.worker.handler;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Converts between JSON and the records, maps and texts of handlers in code. */
final class PlainJson {
    /** Jackson with its defaults: fields that a class does not have are ignored. It keeps nothing between calls. */
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private PlainJson() {}

    /**
     * The payload as an object of a class.
     *
     * @throws ContractException if it does not fit; no further attempt could change that, so none is made
     */
    static <T> T read(RawJson payload, Class<T> kind) {
        T read;
        try {
            read = MAPPER.readValue(payload.text(), kind);
        } catch (JacksonException e) {
            throw misfit(kind, e.getOriginalMessage());
        }
        if (read == null) {
            throw misfit(kind, "it is null");
        }
        return read;
    }

    private static ContractException misfit(Class<?> kind, String why) {
        return new ContractException(
                ErrorCode.WRONG_TYPE,
                "payload",
                "does not fit " + kind.getSimpleName() + ": " + why.split("\n", 2)[0],
                "send a payload with its fields, or read it with payload() instead");
    }

    /** The return value of a handler, as JSON. */
    static @Nullable RawJson write(@Nullable Object returned) {
        if (returned == null || returned instanceof RawJson) {
            return (RawJson) returned;
        }
        try {
            return RawJson.parse(new String(MAPPER.writeValueAsBytes(returned), StandardCharsets.UTF_8));
        } catch (JacksonException e) {
            throw new ContractException(
                    ErrorCode.WRONG_TYPE,
                    "data",
                    "a " + returned.getClass().getSimpleName() + ", which the handler returned, can't be written as"
                            + " JSON: " + e.getOriginalMessage().split("\n", 2)[0],
                    "return null, a text, a number, a map, a list or a record of such; the work itself was done");
        }
    }
}
