package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;

/** Checks texts: their length, that UTF-8 can encode them, and that names are one line without blanks around it. */
public final class TextRules {
    private TextRules() {}

    static String of(String field, JsonIndex index, int entry, int maxLength) {
        if (index.kind(entry) != JsonIndex.STRING) {
            throw FieldRefusals.wrongType(field, index, entry, "a string in quotes");
        }
        String text = index.text(entry);
        checkLength(field, text, maxLength);
        return index.isPlain(entry) ? text : checkWellFormed(field, text);
    }

    static void checkLength(String field, String text, int maxLength) {
        // Characters are code points, as JSON Schema counts them.
        if (text.length() > maxLength && text.codePointCount(0, text.length()) > maxLength) {
            throw new ContractException(
                    ErrorCode.TEXT_TOO_LONG,
                    field,
                    text.codePointCount(0, text.length()) + " characters are over the limit of " + maxLength,
                    "shorten it",
                    "at most " + maxLength + " characters");
        }
    }

    static String checkWellFormed(String field, String text) {
        int lone = Utf8.loneSurrogate(text);
        if (lone >= 0) {
            throw new ContractException(
                    ErrorCode.BAD_TEXT, field, "has half a character at position " + (lone + 1), "complete it");
        }
        return text;
    }

    /** Checks a name: logs, tables and metrics show it, so it is one visible line without blanks around it. */
    public static String word(String field, String text) {
        int length = text.length();
        if (length == 0 || isBlank(text.charAt(0)) || isBlank(text.charAt(length - 1))) {
            throw new ContractException(
                    ErrorCode.BAD_TEXT,
                    field,
                    ContractException.shown(text) + " is blank or has blanks around it",
                    "trim it");
        }
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < ' ' || (c > '~' && Character.isISOControl(c))) {
                throw new ContractException(
                        ErrorCode.BAD_TEXT,
                        field,
                        ContractException.shown(text) + " has a control character at position " + (i + 1),
                        "write it on one line");
            }
        }
        return text;
    }

    /** As in {@link String#strip}; no character beyond the first 65,536 is white space. */
    private static boolean isBlank(char c) {
        return c <= ' ' ? Character.isWhitespace(c) : c > '~' && Character.isWhitespace(c);
    }
}
