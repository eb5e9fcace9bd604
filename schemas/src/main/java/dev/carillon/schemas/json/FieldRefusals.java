package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;

/** Refusals that reading and writing of all kinds of fields share. */
final class FieldRefusals {
    private FieldRefusals() {}

    static void checkEntries(String field, int size, int max) {
        if (size > max) {
            throw new ContractException(
                    ErrorCode.TOO_MANY_ENTRIES,
                    field,
                    size + " entries are over the limit of " + max,
                    "split it up",
                    "at most " + max + " entries");
        }
    }

    /** Only carried JSON, such as payloads, can nest to any depth. */
    static void checkDepth(String field, int depth) {
        if (depth > Json.MAX_CARRIED_DEPTH) {
            throw new ContractException(
                    ErrorCode.TOO_DEEP,
                    field,
                    "nests " + depth + " levels deep, over the limit of " + Json.MAX_CARRIED_DEPTH,
                    "flatten it, or send it as a string",
                    "at most " + Json.MAX_CARRIED_DEPTH + " levels");
        }
    }

    static void checkCarried(String field, int bytes, int max) {
        if (bytes > max) {
            throw new ContractException(
                    ErrorCode.PAYLOAD_TOO_LARGE,
                    field,
                    bytes + " bytes are over the limit of " + max,
                    "keep the data elsewhere and send a reference to it",
                    "at most " + max + " bytes");
        }
    }

    /** The size of an unknown field: a character of its name takes at most six bytes, escaped. */
    static long unknownBytes(String name, int valueBytes) {
        return valueBytes + 6L * name.length();
    }

    static void checkUnknown(String object, long bytes) {
        if (bytes > Fields.MAX_REST_BYTES) {
            throw new ContractException(
                    ErrorCode.RECORD_TOO_LARGE,
                    object,
                    "its unknown fields take " + bytes + " bytes, over the limit of " + Fields.MAX_REST_BYTES,
                    "put data of your own into payload or metadata",
                    "at most " + Fields.MAX_REST_BYTES + " bytes");
        }
    }

    static ContractException wrongType(String field, JsonIndex index, int entry, String wanted) {
        return new ContractException(
                ErrorCode.WRONG_TYPE,
                field,
                "is " + index.kindText(entry) + " " + ContractException.shown(index.json(entry)),
                "write " + wanted,
                wanted);
    }

    static ContractException range(String field, String value, Object min, Object max) {
        return new ContractException(
                ErrorCode.OUT_OF_RANGE,
                field,
                ContractException.shown(value) + " is outside of " + min + " to " + max,
                "choose a value inside",
                min + " to " + max);
    }
}
