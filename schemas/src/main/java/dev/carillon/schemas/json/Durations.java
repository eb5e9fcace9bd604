package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 250ms}, {@code 10s}, {@code 1h30m}, {@code 6d}; ISO-8601 is read as well. */
public final class Durations {
    private static final Pattern PART = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");

    private Durations() {}

    public static Duration parse(String field, String text) {
        try {
            return text.startsWith("P") || text.startsWith("-P") ? Duration.parse(text) : parts(text);
        } catch (DateTimeException | ArithmeticException e) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    field,
                    ContractException.shown(text) + " is not a duration",
                    "write it like 250ms, 10s, 5m, 1h30m or 6d");
        }
    }

    private static Duration parts(String text) {
        Matcher matcher = PART.matcher(text);
        Duration sum = Duration.ZERO;
        int end = 0;
        while (matcher.find() && matcher.start() == end) {
            long amount = Long.parseLong(matcher.group(1));
            sum = switch (matcher.group(2)) {
                case "ms" -> sum.plusMillis(amount);
                case "s" -> sum.plusSeconds(amount);
                case "m" -> sum.plusMinutes(amount);
                case "h" -> sum.plusHours(amount);
                default -> sum.plusDays(amount);
            };
            end = matcher.end();
        }
        if (end == 0 || end != text.length()) {
            throw new DateTimeException(text);
        }
        return sum;
    }

    /** The shortest spelling that {@link #parse} reads back as the same duration (to the millisecond). */
    public static String format(Duration duration) {
        if (duration.isNegative() || duration.getNano() % 1_000_000 != 0) {
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
