package dev.carillon.cli.schedulefile;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Reads an unquoted YAML scalar as null, true, false, a JSON number, or text. Only spellings that JSON shares are more
 * than text, so that {@code no}, {@code 0x1F} and {@code 1_000} don't turn into a boolean or a number.
 */
final class PlainScalar {
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    private static final Pattern NO_NUMBER = Pattern.compile("(?i)[-+]?\\.?(nan|inf|infinity)");
    private static final int MAX_DIGITS = 100;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private PlainScalar() {}

    /** Empty for NaN and infinity, which YAML has and JSON does not, and for numbers that no number type can hold. */
    static Optional<JsonNode> read(ScalarEvent event) {
        String text = event.getValue();
        if (!event.isPlain()) {
            return Optional.of(NODES.stringNode(text));
        }
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> Optional.of(NODES.nullNode());
            case "true", "True", "TRUE" -> Optional.of(NODES.booleanNode(true));
            case "false", "False", "FALSE" -> Optional.of(NODES.booleanNode(false));
            default -> numberOrText(text);
        };
    }

    private static Optional<JsonNode> numberOrText(String text) {
        if (NO_NUMBER.matcher(text).matches()) {
            return Optional.empty();
        }
        if (text.length() > MAX_DIGITS || !NUMBER.matcher(text).matches()) {
            return Optional.of(NODES.stringNode(text));
        }
        boolean whole = text.chars().allMatch(c -> c == '-' || (c >= '0' && c <= '9'));
        try {
            return Optional.of(whole ? NODES.numberNode(new BigInteger(text)) : NODES.numberNode(new BigDecimal(text)));
        } catch (NumberFormatException e) {
            // Safe: the exponent is beyond 32 bits, and the caller reports the value.
            return Optional.empty();
        }
    }
}
