package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Reads and checks numbers: exactly, and without expanding large exponents. */
final class NumberRules {
    /** A long holds any number of this many digits. */
    private static final int SURE_DIGITS = 18;

    /** A double holds any number of this many digits exactly. */
    private static final int SURE_DECIMALS = 15;

    private static final int TEN = 10;

    private NumberRules() {}

    static long whole(String field, JsonIndex index, int entry, long min, long max) {
        if (index.kind(entry) == JsonIndex.NUMBER && index.length(entry) <= SURE_DIGITS) {
            long plain = plain(index.source, index.start(entry), index.end(entry));
            if (plain >= 0) {
                return checkRange(field, plain, min, max);
            }
        }
        BigDecimal exact = exact(field, index, entry, "a whole number");
        if (exact.compareTo(BigDecimal.valueOf(min)) < 0 || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw FieldRefusals.range(field, index.json(entry), min, max);
        }
        try {
            return exact.longValueExact();
        } catch (ArithmeticException e) {
            throw FieldRefusals.wrongType(field, index, entry, "a whole number");
        }
    }

    static long checkRange(String field, long value, long min, long max) {
        if (value < min || value > max) {
            throw FieldRefusals.range(field, Long.toString(value), min, max);
        }
        return value;
    }

    static double checkRange(String field, double value, double min, double max) {
        if (!(value >= min && value <= max)) {
            throw FieldRefusals.range(field, Double.toString(value), min, max);
        }
        return value;
    }

    /** The number if it consists of digits only, or -1. */
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
            throw FieldRefusals.range(field, index.json(entry), min, max);
        }
        return exact.doubleValue();
    }

    /**
     * The number if it consists of a few digits and at most one point, or -1. Both operands of the division are exact,
     * so the result is the nearest double.
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

    /** The number without expanding its exponent, so that 1e999999999 costs no more than 1. */
    private static BigDecimal exact(String field, JsonIndex index, int entry, String wanted) {
        if (index.kind(entry) != JsonIndex.NUMBER) {
            throw FieldRefusals.wrongType(field, index, entry, wanted);
        }
        BigDecimal exact = exactOrNull(index, entry);
        if (exact == null) {
            // Its exponent exceeds an int, so it is out of every range.
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
            return null; // The caller refuses it, as it knows the field.
        }
    }
}
