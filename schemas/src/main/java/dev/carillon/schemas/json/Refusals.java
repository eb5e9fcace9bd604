package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Slots.Slot;

/** The refusals that every kind of field has in common. */
final class Refusals {
    private Refusals() {}

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

    /** Only what is carried as it is can nest at will. */
    static void checkDepth(String field, Slot slot) {
        int depth = slot.depth();
        if (depth > Json.MAX_CARRIED_DEPTH) {
            throw new ContractException(
                    ErrorCode.TOO_DEEP,
                    field,
                    "nests " + depth + " levels deep, over the limit of " + Json.MAX_CARRIED_DEPTH,
                    "flatten it, or send it as a string",
                    "at most " + Json.MAX_CARRIED_DEPTH + " levels");
        }
    }

    static ContractException wrongType(String field, Slot slot, String wanted) {
        return new ContractException(
                ErrorCode.WRONG_TYPE,
                field,
                "is " + slot.kind() + " " + ContractException.shown(slot.json()),
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
