package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.DateTimeException;
import java.time.Instant;

/**
 * Instants of the wire: RFC 3339, years 0000 to 9999, because that is what other languages can read and what fits in
 * milliseconds and in four digits.
 */
public final class Instants {
    public static final Instant MIN = Instant.parse("0000-01-01T00:00:00Z");
    public static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private Instants() {}

    /** Reads any RFC 3339 spelling, offsets included. */
    public static Instant parse(String field, ErrorCode code, String text) {
        Instant instant;
        try {
            instant = Instant.parse(text);
        } catch (DateTimeException e) {
            throw new ContractException(
                    code,
                    field,
                    ContractException.shown(text) + " is not an instant",
                    "write it like 2026-11-18T06:00:00Z");
        }
        return check(field, code, instant);
    }

    public static Instant check(String field, ErrorCode code, Instant instant) {
        if (instant.isBefore(MIN) || instant.isAfter(MAX)) {
            throw new ContractException(
                    code, field, instant + " is outside of the years 0000 to 9999", "choose an instant inside");
        }
        return instant;
    }
}
