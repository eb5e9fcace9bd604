package dev.carillon.schemas.json;

import java.nio.charset.StandardCharsets;

/** Decodes the text between two quotes of a well-formed JSON document. */
final class JsonText {
    private static final int HEX = 16;
    private static final int UNICODE_DIGITS = 4;

    private JsonText() {}

    /**
     * The text.
     *
     * @param encoded whether it has a backslash, or a character that is more than one byte
     */
    static String of(byte[] source, int start, int end, boolean encoded) {
        if (!encoded) {
            return new String(source, start, end - start, StandardCharsets.ISO_8859_1);
        }
        int backslash = indexOfBackslash(source, start, end);
        if (backslash == end) {
            return new String(source, start, end - start, StandardCharsets.UTF_8);
        }
        StringBuilder text = new StringBuilder(end - start);
        int from = start;
        while (backslash < end) {
            text.append(new String(source, from, backslash - from, StandardCharsets.UTF_8));
            byte escaped = source[backslash + 1];
            if (escaped == 'u') {
                text.append((char) hex(source, backslash + 2));
                from = backslash + 2 + UNICODE_DIGITS;
            } else {
                text.append(escaped(escaped));
                from = backslash + 2;
            }
            backslash = indexOfBackslash(source, from, end);
        }
        return text.append(new String(source, from, end - from, StandardCharsets.UTF_8))
                .toString();
    }

    private static int indexOfBackslash(byte[] source, int start, int end) {
        int at = start;
        while (at < end && source[at] != '\\') {
            at++;
        }
        return at;
    }

    private static char escaped(byte letter) {
        return switch (letter) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> (char) letter;
        };
    }

    private static int hex(byte[] source, int at) {
        int value = 0;
        for (int i = at; i < at + UNICODE_DIGITS; i++) {
            value = value * HEX + Character.digit(source[i], HEX);
        }
        return value;
    }
}
