package dev.carillon.kit.config;

import static dev.carillon.kit.errors.KitErrorCode.CONFIG_BAD_VALUE;

import dev.carillon.kit.config.problem.UnusableValue;
import dev.carillon.schemas.duration.DurationText;
import java.math.BigDecimal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Parses the text of a setting into the type of its record component. */
final class ValueReader {
    private ValueReader() {}

    static Object read(Class<?> type, ConfigValue value) throws UnusableValue {
        String text = value.text().trim();
        if (type == String.class) {
            return value.text();
        } else if (type == List.class) {
            return items(value);
        } else if (type == int.class || type == Integer.class) {
            return wholeNumber(text, Integer.MIN_VALUE, Integer.MAX_VALUE).intValueExact();
        } else if (type == long.class || type == Long.class) {
            return wholeNumber(text, Long.MIN_VALUE, Long.MAX_VALUE).longValueExact();
        } else if (type == double.class || type == Double.class) {
            return number(text).doubleValue();
        } else if (type == boolean.class || type == Boolean.class) {
            return yesOrNo(text);
        } else if (type == Duration.class) {
            return duration(text);
        } else if (type == Path.class) {
            return path(text);
        } else if (type.isEnum()) {
            return constant(type, text);
        }
        throw new IllegalArgumentException("a setting can't have the type " + type.getName());
    }

    /** The type as text. */
    static String words(Class<?> type) {
        if (type.isEnum()) {
            return "one of " + constants(type);
        } else if (type == int.class || type == long.class || type == Integer.class || type == Long.class) {
            return "whole number";
        } else if (type == double.class || type == Double.class) {
            return "number";
        } else if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        } else if (type == List.class) {
            return "list";
        } else if (type == String.class) {
            return "text";
        } else if (type == Path.class) {
            return "file or folder";
        }
        return type.getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static List<String> items(ConfigValue value) {
        return value.items().stream()
                .flatMap(item -> Arrays.stream(item.split(",", -1)))
                .map(String::trim)
                .filter(item -> !item.isEmpty())
                .toList();
    }

    private static BigDecimal number(String text) throws UnusableValue {
        try {
            if (text.length() <= 40) {
                return new BigDecimal(text);
            }
        } catch (NumberFormatException e) {
            // Refused below.
        }
        throw bad("is no number", "Write digits only, like 10 or 0.5");
    }

    private static BigDecimal wholeNumber(String text, long least, long greatest) throws UnusableValue {
        if (!text.matches("[+-]?[0-9]{1,19}")) {
            throw bad("is no whole number", "Write digits only, like 10");
        }
        BigDecimal number = new BigDecimal(text);
        if (number.compareTo(BigDecimal.valueOf(least)) < 0 || number.compareTo(BigDecimal.valueOf(greatest)) > 0) {
            throw bad("does not fit", "Write a number from " + least + " to " + greatest);
        }
        return number;
    }

    private static Boolean yesOrNo(String text) throws UnusableValue {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on" -> true;
            case "false", "no", "off" -> false;
            default -> throw bad("is neither true nor false", "Write true or false");
        };
    }

    /** In small or large letters, as environments often have the latter. */
    private static Duration duration(String text) throws UnusableValue {
        return DurationText.parse(text)
                .or(() -> DurationText.parse(text.toLowerCase(Locale.ROOT)))
                .or(() -> DurationText.parse(text.toUpperCase(Locale.ROOT)))
                .orElseThrow(() -> bad("is no duration", "Write it like 250ms, 10s or 1h30m"));
    }

    private static Path path(String text) throws UnusableValue {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw bad("is no path: " + e.getReason(), "Name a file or a directory");
        }
    }

    private static Object constant(Class<?> type, String text) throws UnusableValue {
        for (Object constant : type.getEnumConstants()) {
            if (spelled(constant).equals(text.toLowerCase(Locale.ROOT).replace('_', '-'))) {
                return constant;
            }
        }
        throw bad("is not known here", "Write one of " + constants(type));
    }

    private static String constants(Class<?> type) {
        return Arrays.stream(type.getEnumConstants()).map(ValueReader::spelled).collect(Collectors.joining(", "));
    }

    private static String spelled(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static UnusableValue bad(String problem, String fix) {
        return new UnusableValue(CONFIG_BAD_VALUE, problem, fix);
    }
}
