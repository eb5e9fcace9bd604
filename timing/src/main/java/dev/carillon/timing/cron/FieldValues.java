package dev.carillon.timing.cron;

import java.util.List;

/**
 * The values of one field.
 *
 * @param bits the values it names, bit n for value n; Sunday is bit 0
 * @param rules days that depend on the month
 * @param open whether it has a wildcard: {@code *}, or a step that runs to the end of the field
 * @param any whether it is {@code *} or {@code ?}, which restricts nothing
 * @param starStep whether it is a step over {@code *}, whose meaning beside another day field is disputed
 * @param plain the field with names and hashes replaced by numbers
 */
record FieldValues(long bits, List<DayRule> rules, boolean open, boolean any, boolean starStep, String plain) {
    static FieldValues ofRule(DayRule rule, String plain) {
        return new FieldValues(0, List.of(rule), false, false, false, plain);
    }

    /** The bits of every {@code step}th value of a range. */
    static long mask(int first, int last, int step) {
        long bits = 0;
        for (int value = first; value <= last; value += step) {
            bits |= 1L << value;
        }
        return bits;
    }

    boolean has(int value) {
        return ((bits >>> value) & 1) == 1;
    }

    /** How many values it names. */
    int count() {
        return Long.bitCount(bits);
    }

    /** How many of them are less than the given one. */
    int countBefore(int value) {
        return Long.bitCount(bits & ((1L << value) - 1));
    }

    /** The least value from the given one on, or -1. */
    int from(int value) {
        long rest = value > 63 ? 0 : bits & (-1L << value);
        return rest == 0 ? -1 : Long.numberOfTrailingZeros(rest);
    }

    /** Values that follow each other, as an expression names them. */
    static String span(int first, int last) {
        return first == last ? "" + first : first + "-" + last;
    }
}
