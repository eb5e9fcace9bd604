package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Instants in records: RFC 3339, years 0000 to 9999, which other languages can read and which fit in milliseconds. The
 * canonical spelling, that of {@code Instant.toString()}, is read and written without a formatter, as every record has
 * several.
 */
public final class Instants {
    public static final Instant MIN = Instant.parse("0000-01-01T00:00:00Z");
    public static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999999Z");
    /** The longest spelling: {@code 2026-11-18T06:00:00.123456789Z}. */
    public static final int MAX_LENGTH = 30;

    private static final long MIN_SECOND = MIN.getEpochSecond();
    private static final long MAX_SECOND = MAX.getEpochSecond();

    private static final int TEN = 10;
    private static final int DAY_SECONDS = 86_400;
    private static final long HOUR_SECONDS = 3_600;
    private static final long MINUTE_SECONDS = 60;
    private static final int MILLION = 1_000_000;
    private static final int THOUSAND = 1_000;

    /** The calendar repeats every 400 years; they are counted from a March, so that leap days come last. */
    private static final int ERA_DAYS = 146_097;

    private static final int CENTURY_DAYS = 36_524;
    private static final int FOUR_YEARS_DAYS = 1_460;
    private static final int YEAR_DAYS = 365;
    private static final int ERA_YEARS = 400;
    /** From the first of March of the year 0 to the first of January 1970. */
    private static final int EPOCH_SHIFT = 719_468;

    /** The end of the seconds in the canonical spelling. */
    private static final int SECONDS_END = 19;

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
        if (instant.getEpochSecond() < MIN_SECOND || instant.getEpochSecond() > MAX_SECOND) {
            throw new ContractException(
                    code, field, instant + " is outside of the years 0000 to 9999", "choose an instant inside");
        }
        return instant;
    }

    /** Reads the canonical spelling; null for any other text, which may still be an instant. */
    public static @Nullable Instant canonical(byte[] text, int start, int end) {
        int length = end - start;
        if (length < SECONDS_END + 1
                || length > MAX_LENGTH
                || text[start + 4] != '-'
                || text[start + 7] != '-'
                || text[start + 10] != 'T'
                || text[start + 13] != ':'
                || text[start + 16] != ':'
                || text[end - 1] != 'Z') {
            return null;
        }
        int year = digits(text, start, 4);
        int month = digits(text, start + 5, 2);
        int day = digits(text, start + 8, 2);
        int hour = digits(text, start + 11, 2);
        int minute = digits(text, start + 14, 2);
        int second = digits(text, start + 17, 2);
        int nanos = fraction(text, start + SECONDS_END, end - 1);
        boolean right = year >= 0
                && month >= 1
                && month <= 12
                && day >= 1
                && day <= daysIn(year, month)
                && hour >= 0
                && hour < 24
                && minute >= 0
                && minute < 60
                && second >= 0
                && second < 60
                && nanos >= 0;
        return right
                ? Instant.ofEpochSecond(
                        epochDay(year, month, day) * DAY_SECONDS
                                + hour * HOUR_SECONDS
                                + minute * MINUTE_SECONDS
                                + second,
                        nanos)
                : null;
    }

    /** The number in {@code count} digits, or -1. */
    private static int digits(byte[] text, int start, int count) {
        int value = 0;
        for (int i = start; i < start + count; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit >= TEN) {
                return -1;
            }
            value = value * TEN + digit;
        }
        return value;
    }

    /** Nanoseconds after the point, in as few groups of three digits as needed; -1 for any other spelling. */
    private static int fraction(byte[] text, int start, int end) {
        if (start == end) {
            return 0;
        }
        int count = end - start - 1;
        if (text[start] != '.' || (count != 3 && count != 6 && count != 9)) {
            return -1;
        }
        int value = digits(text, start + 1, count);
        if (value < 0 || value % THOUSAND == 0) {
            return -1; // A last group of zeros is not canonical.
        }
        return count == 3 ? value * MILLION : count == 6 ? value * THOUSAND : value;
    }

    private static int daysIn(int year, int month) {
        return switch (month) {
            case 2 -> year % 4 == 0 && (year % 100 != 0 || year % ERA_YEARS == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    private static long epochDay(int year, int month, int day) {
        int y = month <= 2 ? year - 1 : year;
        int era = Math.floorDiv(y, ERA_YEARS);
        int yearOfEra = y - era * ERA_YEARS;
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * YEAR_DAYS + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return (long) era * ERA_DAYS + dayOfEra - EPOCH_SHIFT;
    }

    /**
     * Writes the canonical spelling of an instant, as {@code Instant.toString()} does.
     *
     * @return the position after it, at most {@link #MAX_LENGTH} further
     */
    public static int write(Instant instant, byte[] target, int at) {
        long seconds = instant.getEpochSecond();
        if (seconds < MIN_SECOND || seconds > MAX_SECOND) {
            throw new IllegalArgumentException(instant + " has no spelling of four digits for its year");
        }
        long days = Math.floorDiv(seconds, DAY_SECONDS);
        int secondOfDay = Math.floorMod(seconds, DAY_SECONDS);
        date(days, target, at);
        target[at + 10] = 'T';
        two((int) (secondOfDay / HOUR_SECONDS), target, at + 11);
        target[at + 13] = ':';
        two((int) (secondOfDay / MINUTE_SECONDS % MINUTE_SECONDS), target, at + 14);
        target[at + 16] = ':';
        two((int) (secondOfDay % MINUTE_SECONDS), target, at + 17);
        int end = nanos(instant.getNano(), target, at + SECONDS_END);
        target[end] = 'Z';
        return end + 1;
    }

    private static void date(long epochDay, byte[] target, int at) {
        long shifted = epochDay + EPOCH_SHIFT;
        long era = Math.floorDiv(shifted, ERA_DAYS);
        int dayOfEra = (int) (shifted - era * ERA_DAYS);
        int yearOfEra = (dayOfEra - dayOfEra / FOUR_YEARS_DAYS + dayOfEra / CENTURY_DAYS - dayOfEra / (ERA_DAYS - 1))
                / YEAR_DAYS;
        int dayOfYear = dayOfEra - (YEAR_DAYS * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int fromMarch = (5 * dayOfYear + 2) / 153;
        int month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
        int year = (int) era * ERA_YEARS + yearOfEra + (month <= 2 ? 1 : 0);
        two(year / 100, target, at);
        two(year % 100, target, at + 2);
        target[at + 4] = '-';
        two(month, target, at + 5);
        target[at + 7] = '-';
        two(dayOfYear - (153 * fromMarch + 2) / 5 + 1, target, at + 8);
    }

    private static int nanos(int nano, byte[] target, int at) {
        if (nano == 0) {
            return at;
        }
        int count = nano % MILLION == 0 ? 3 : nano % THOUSAND == 0 ? 6 : 9;
        int value = count == 3 ? nano / MILLION : count == 6 ? nano / THOUSAND : nano;
        target[at] = '.';
        for (int i = at + count; i > at; i--) {
            target[i] = (byte) ('0' + value % TEN);
            value /= TEN;
        }
        return at + 1 + count;
    }

    private static void two(int value, byte[] target, int at) {
        target[at] = (byte) ('0' + value / TEN);
        target[at + 1] = (byte) ('0' + value % TEN);
    }
}
