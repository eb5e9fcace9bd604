package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The rules for numbers: exact, and compared without being expanded. */
final class Numbers {
    /** So many digits fit into a long, whatever they are. */
    private static final int SURE_DIGITS = 18;

    /** So many digits are exact in a double. */
    private static final int SURE_DECIMALS = 15;

    private static final int TEN = 10;

    private Numbers() {}

    static long whole(String field, JsonIndex index, int entry, long min, long max) {
        if (index.kind(entry) == JsonIndex.NUMBER && index.length(entry) <= SURE_DIGITS) {
            long plain = plain(index.source, index.start(entry), index.end(entry));
            if (plain >= 0) {
                return checkRange(field, plain, min, max);
            }
        }
        BigDecimal exact = exact(field, index, entry, "a whole number");
        if (exact.compareTo(BigDecimal.valueOf(min)) < 0 || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw Refusals.range(field, index.json(entry), min, max);
        }
        try {
            return exact.longValueExact();
        } catch (ArithmeticException e) {
            throw Refusals.wrongType(field, index, entry, "a whole number");
        }
    }

    static long checkRange(String field, long value, long min, long max) {
        if (value < min || value > max) {
            throw Refusals.range(field, Long.toString(value), min, max);
        }
        return value;
    }

    static double checkRange(String field, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw Refusals.range(field, Double.toString(value), min, max);
        }
        return value;
    }

    /** A number that is written in digits alone, or -1. */
    private static long plain(byte[] source, int start, int end) {
        long value = 0;
        for (int i = start; i < end; i++) {
            int digit = source[i] - '0';
            if (digit < 0 || digit >= TEN) {
                return -1;
            }
            value = value * TEN + digit;
        }
        return value;
    }

    static double decimal(String field, JsonIndex index, int entry, double min, double max) {
        if (index.kind(entry) == JsonIndex.NUMBER && index.length(entry) <= SURE_DECIMALS) {
            double plain = plainDecimal(index.source, index.start(entry), index.end(entry));
            if (plain >= 0) {
                return checkRange(field, plain, min, max);
            }
        }
        BigDecimal exact = exact(field, index, entry, "a number");
        if (exact.compareTo(BigDecimal.valueOf(min)) < 0 || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw Refusals.range(field, index.json(entry), min, max);
        }
        return exact.doubleValue();
    }

    /**
     * A number of a few digits, perhaps with a point among them, or -1. Both sides of the division are exact, so its result
     * is the nearest double, as everywhere.
     */
    private static double plainDecimal(byte[] source, int start, int end) {
        long value = 0;
        long scale = 1;
        boolean behindPoint = false;
        for (int i = start; i < end; i++) {
            int digit = source[i] - '0';
            if (source[i] == '.' && !behindPoint) {
                behindPoint = true;
                continue;
            } else if (digit < 0 || digit >= TEN) {
                return -1;
            }
            value = value * TEN + digit;
            scale = behindPoint ? scale * TEN : scale;
        }
        return (double) value / scale;
    }

    /** The number as it is written: nothing is expanded, so that 1e999999999 costs no more than 1. */
    private static BigDecimal exact(String field, JsonIndex index, int entry, String wanted) {
        if (index.kind(entry) != JsonIndex.NUMBER) {
            throw Refusals.wrongType(field, index, entry, wanted);
        }
        BigDecimal exact = exactOrNull(index, entry);
        if (exact == null) {
            // An exponent beyond an int: out of every range we have.
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    field,
                    ContractException.shown(index.json(entry)) + " is too long or too large a number",
                    "write " + wanted + " of a few digits");
        }
        return exact;
    }

    private static @Nullable BigDecimal exactOrNull(JsonIndex index, int entry) {
        try {
            return index.number(entry);
        } catch (NumberFormatException e) {
            return null; // Said by the caller, who knows the field.
        }
    }
}
