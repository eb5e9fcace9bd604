package dev.carillon.insight.words;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Formats counts, durations, instants and foreign text for people. */
public final class TextPieces {
    private static final String[] NUMBERS = {
        "no times", "once", "twice", "three times", "four times", "five times", "six times"
    };

    private static final int MOST_SHOWN = 160;
    /** Control characters, also those beyond ASCII, and those that turn the direction of the text. */
    private static final String UNPRINTABLE = "[\\p{Cc}\\u202a-\\u202e\\u2066-\\u2069]";

    private TextPieces() {}

    public static String padded(String text, int width) {
        return text.length() >= width ? text : text + " ".repeat(width - text.length());
    }

    /** {@code once}, {@code twice}, {@code 12 times}. */
    public static String times(int count) {
        return count >= 0 && count < NUMBERS.length ? NUMBERS[count] : count + " times";
    }

    public static String count(long count, String singular, String plural) {
        return count + " " + (count == 1 ? singular : plural);
    }

    /** A duration in one or two units: {@code 12 ms}, {@code 4.2 s}, {@code 3 min 5 s}, {@code 3 d 4 h}. */
    public static String duration(Duration duration) {
        Duration d = duration.abs();
        if (d.compareTo(Duration.ofSeconds(1)) < 0) {
            return d.toMillis() + " ms";
        }
        if (d.compareTo(Duration.ofSeconds(10)) < 0) {
            long tenths = d.toMillis() / 100;
            return tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10 + "." + tenths % 10 + " s";
        }
        if (d.compareTo(Duration.ofMinutes(1)) < 0) {
            return d.toSeconds() + " s";
        }
        if (d.compareTo(Duration.ofHours(1)) < 0) {
            return pair(d.toMinutes(), "min", d.toSecondsPart(), "s");
        }
        return d.compareTo(Duration.ofDays(1)) < 0
                ? pair(d.toHours(), "h", d.toMinutesPart(), "min")
                : pair(d.toDays(), "d", d.toHoursPart(), "h");
    }

    /** {@code in 5 min} or {@code 5 min ago}. */
    public static String relative(Instant instant, Instant now) {
        Duration distance = Duration.between(now, instant);
        return distance.isNegative() ? duration(distance) + " ago" : "in " + duration(distance);
    }

    /** As {@link #relative}, for a past event; one ahead of this host's clock is {@code just now}. */
    public static String ago(Instant instant, Instant now) {
        return instant.isBefore(now) ? relative(instant, now) : "just now";
    }

    /** To the second, for columns. */
    public static String second(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Foreign text without line breaks and control characters, which would move the terminal's cursor. */
    public static String oneLine(String text) {
        return text.lines()
                .map(String::strip)
                .reduce("", (a, b) -> a.isEmpty() ? b : a + " ⏎ " + b)
                .replaceAll(UNPRINTABLE, "?");
    }

    /** Enough of a long text to recognise it. */
    public static String shortened(String text) {
        if (text.length() <= MOST_SHOWN) {
            return text;
        }
        boolean withinPair = Character.isHighSurrogate(text.charAt(MOST_SHOWN - 1));
        return text.substring(0, withinPair ? MOST_SHOWN - 1 : MOST_SHOWN) + "…";
    }

    private static String pair(long big, String bigUnit, int small, String smallUnit) {
        return small == 0 ? big + " " + bigUnit : big + " " + bigUnit + " " + small + " " + smallUnit;
    }
}
