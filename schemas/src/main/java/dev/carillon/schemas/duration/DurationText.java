package dev.carillon.schemas.duration;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Durations as people write them: {@code 250ms}, {@code 10s}, {@code 1h30m}, {@code 6d}; ISO-8601 is read as well. */
public final class DurationText {
    private static final int LONGEST_TEXT = 64;
    private static final int MAX_DIGITS = 12;
    private static final int TEN = 10;
    private static final int NANOS_A_MILLI = 1_000_000;
    private static final long MILLIS_A_SECOND = 1_000;
    private static final long MILLIS_A_MINUTE = 60 * MILLIS_A_SECOND;
    private static final long MILLIS_AN_HOUR = 60 * MILLIS_A_MINUTE;
    private static final long MILLIS_A_DAY = 24 * MILLIS_AN_HOUR;
    /** A million years: sums of parts up to it can't overflow. */
    private static final long MOST_MILLIS = 365_000_000 * MILLIS_A_DAY;

    private DurationText() {}

    /** Empty if the text is no duration. */
    public static Optional<Duration> parse(String text) {
        if (text.length() > LONGEST_TEXT) {
            return Optional.empty();
        }
        if (text.startsWith("P") || text.startsWith("-P")) {
            try {
                return Optional.of(Duration.parse(text));
            } catch (DateTimeParseException e) {
                // Safe: empty says that it is none.
                return Optional.empty();
            }
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Optional.ofNullable(parsePlain(bytes, 0, bytes.length));
    }

    /** Parses numbers with units, one after the other; null for anything else. */
    public static @Nullable Duration parsePlain(byte[] text, int start, int end) {
        long millis = 0;
        int at = start;
        while (at < end) {
            int first = at;
            long amount = 0;
            while (at < end && text[at] >= '0' && text[at] <= '9') {
                amount = amount * TEN + text[at] - '0';
                if (++at - first > MAX_DIGITS) {
                    return null;
                }
            }
            long unit = at == first || at == end ? 0 : unit(text, at, end);
            if (unit == 0 || amount > MOST_MILLIS / unit) {
                return null;
            }
            millis += amount * unit;
            if (millis > MOST_MILLIS) {
                return null;
            }
            at += unit == 1 ? 2 : 1;
        }
        return at == start ? null : Duration.ofMillis(millis);
    }

    private static long unit(byte[] text, int at, int end) {
        return switch (text[at]) {
            case 's' -> MILLIS_A_SECOND;
            case 'm' -> at + 1 < end && text[at + 1] == 's' ? 1 : MILLIS_A_MINUTE;
            case 'h' -> MILLIS_AN_HOUR;
            case 'd' -> MILLIS_A_DAY;
            default -> 0;
        };
    }

    /** The shortest spelling that {@link #parse} reads back as the same duration (to the millisecond). */
    public static String format(Duration duration) {
        if (duration.isNegative()
                || duration.getNano() % NANOS_A_MILLI != 0
                || duration.getSeconds() > MOST_MILLIS / MILLIS_A_SECOND) {
            return duration.toString();
        }
        StringBuilder text = new StringBuilder();
        part(text, duration.toDaysPart(), "d");
        part(text, duration.toHoursPart(), "h");
        part(text, duration.toMinutesPart(), "m");
        part(text, duration.toSecondsPart(), "s");
        part(text, duration.toMillisPart(), "ms");
        return text.length() == 0 ? "0s" : text.toString();
    }

    private static void part(StringBuilder text, long amount, String unit) {
        if (amount > 0) {
            text.append(amount).append(unit);
        }
    }
}
