package dev.carillon.kit.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 250ms}, {@code 10s}, {@code 1h30m}, {@code 7d}, or ISO {@code PT10S}. */
public final class Durations {
    private static final Pattern WHOLE = Pattern.compile(
            "(?=.)(?:([0-9]{1,9})d)?(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?(?:([0-9]{1,12})ms)?");

    private static final int LONGEST_TEXT = 64;

    private Durations() {}

    /** Empty when the text is no duration. */
    public static Optional<Duration> parse(String text) {
        String trimmed = text.trim();
        if (trimmed.length() > LONGEST_TEXT) {
            return Optional.empty();
        }
        Matcher matcher = WHOLE.matcher(trimmed.toLowerCase(Locale.ROOT));
        if (matcher.matches()) {
            return Optional.of(Duration.ofDays(group(matcher, 1))
                    .plusHours(group(matcher, 2))
                    .plusMinutes(group(matcher, 3))
                    .plusSeconds(group(matcher, 4))
                    .plusMillis(group(matcher, 5)));
        }
        try {
            return Optional.of(Duration.parse(trimmed));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /** The short spelling, which {@link #parse} reads back; ISO for durations finer than a millisecond. */
    public static String format(Duration duration) {
        if (duration.isNegative() || duration.toNanosPart() % 1_000_000 != 0) {
            return duration.toString();
        }
        if (duration.isZero()) {
            return "0s";
        }
        return part(duration.toDaysPart(), "d")
                + part(duration.toHoursPart(), "h")
                + part(duration.toMinutesPart(), "m")
                + part(duration.toSecondsPart(), "s")
                + part(duration.toMillisPart(), "ms");
    }

    private static String part(long count, String unit) {
        return count == 0 ? "" : count + unit;
    }

    private static long group(Matcher matcher, int index) {
        String digits = matcher.group(index);
        return digits == null ? 0 : Long.parseLong(digits);
    }
}
