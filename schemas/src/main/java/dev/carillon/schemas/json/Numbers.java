package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Slots.Slot;
import java.math.BigDecimal;

/** The rules for numbers: exact, and compared without being expanded. */
final class Numbers {
    private static final int MAX_NUMBER = 100;

    private Numbers() {}

    static long whole(String field, Slot slot, long min, long max) {
        BigDecimal exact = exact(field, slot, "a whole number");
        if (exact.compareTo(BigDecimal.valueOf(min)) < 0 || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw Refusals.range(field, slot.json(), min, max);
        }
        try {
            return exact.longValueExact();
        } catch (ArithmeticException e) {
            throw Refusals.wrongType(field, slot, "a whole number");
        }
    }

    static double decimal(String field, Slot slot, double min, double max) {
        BigDecimal exact = exact(field, slot, "a number");
        if (exact.compareTo(BigDecimal.valueOf(min)) < 0 || exact.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw Refusals.range(field, slot.json(), min, max);
        }
        return exact.doubleValue();
    }

    /** The number as it is written: nothing is expanded, so that 1e999999999 costs no more than 1. */
    private static BigDecimal exact(String field, Slot slot, String wanted) {
        if (!slot.isNumber()) {
            throw Refusals.wrongType(field, slot, wanted);
        }
        String text = slot.json();
        try {
            if (text.length() <= MAX_NUMBER) {
                return new BigDecimal(text);
            }
        } catch (NumberFormatException e) {
            // An exponent beyond an int: out of every range we have, and said so below.
        }
        throw new ContractException(
                ErrorCode.OUT_OF_RANGE,
                field,
                ContractException.shown(text) + " is too long or too large a number",
                "write " + wanted + " of a few digits");
    }
}
