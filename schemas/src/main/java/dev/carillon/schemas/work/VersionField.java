package dev.carillon.schemas.work;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Fields;

/** The version field, {@code v}, that every value carries (absent means 1: records made by hand). */
public final class VersionField {
    private VersionField() {}

    public static void check(Fields f, int newest) {
        long v = f.number("v", 1, 1, Integer.MAX_VALUE);
        if (v > newest) {
            throw new ContractException(
                    ErrorCode.UNSUPPORTED_VERSION,
                    "v",
                    v + " is newer than " + newest,
                    "update this program, or write version " + newest);
        }
    }
}
