package dev.carillon.kit.config;

import dev.carillon.kit.config.problem.UnusableValue;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.schemas.duration.DurationText;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The limits of one setting: of a number, a duration, or the length of a text or a list. */
record Range(String min, String max) {
    static Range of(Key key) {
        return new Range(key.min(), key.max());
    }

    void check(Object value) throws UnusableValue {
        if (!min.isEmpty() && compare(value, min) < 0) {
            throw outside(what(value) + " is below the least allowed, " + min);
        }
        if (!max.isEmpty() && compare(value, max) > 0) {
            throw outside(what(value) + " is above the greatest allowed, " + max);
        }
    }

    String words() {
        if (min.isEmpty() && max.isEmpty()) {
            return "";
        } else if (max.isEmpty()) {
            return "at least " + min;
        }
        return min.isEmpty() ? "at most " + max : min + " to " + max;
    }

    private UnusableValue outside(String problem) {
        return new UnusableValue(KitErrorCode.CONFIG_OUT_OF_RANGE, problem, "Allowed: " + words());
    }

    private static int compare(Object value, String limit) {
        if (value instanceof Duration duration) {
            return duration.compareTo(DurationText.parse(limit).orElseThrow());
        } else if (value instanceof String text) {
            return Integer.compare(text.length(), Integer.parseInt(limit));
        } else if (value instanceof Path path) {
            return Integer.compare(path.toString().length(), Integer.parseInt(limit));
        } else if (value instanceof List<?> list) {
            return Integer.compare(list.size(), Integer.parseInt(limit));
        } else if (value instanceof Map<?, ?> map) {
            return Integer.compare(map.size(), Integer.parseInt(limit));
        }
        return new BigDecimal(value.toString()).compareTo(new BigDecimal(limit));
    }

    private static String what(Object value) {
        if (value instanceof String || value instanceof Path) {
            return "its length";
        }
        return value instanceof List<?> || value instanceof Map<?, ?> ? "its number of items" : "it";
    }
}
