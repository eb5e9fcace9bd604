package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;

/** Refusals of bytes that are not a JSON document, with the position of the error. */
final class MalformedJson {
    private static final String FIX = "send one JSON object in UTF-8";

    private MalformedJson() {}

    static ContractException because(String problem) {
        return new ContractException(ErrorCode.BAD_JSON, "value", problem, FIX);
    }

    static ContractException endsAt(int end) {
        return because("ends in the middle, at byte " + end);
    }

    /** Refuses a byte that can't follow at this position. */
    static ContractException unexpected(byte[] source, int at, String wanted) {
        if (at >= source.length) {
            return endsAt(source.length);
        }
        checkByte(source, at);
        return because("has " + ContractException.shown((char) (source[at] & 0xff)) + where(source, at) + " where "
                + wanted + " should be");
    }

    /** Refuses zero bytes and broken UTF-8, which explain an error better than JSON's grammar. */
    static void checkByte(byte[] source, int at) {
        if (source[at] == 0) {
            throw because("has a zero byte at position " + at + " (UTF-16?)");
        } else if (source[at] < 0) {
            int unused = Utf8.sequence(source, at, source.length);
        }
    }

    static ContractException fieldTwice(String name, byte[] source, int at) {
        return new ContractException(
                ErrorCode.DUPLICATE_FIELD,
                "value",
                "names the field " + ContractException.shown(name) + " twice in one object" + where(source, at),
                "name each field once");
    }

    static ContractException tooDeep() {
        return new ContractException(
                ErrorCode.TOO_DEEP,
                "value",
                "nests deeper than " + Json.MAX_DEPTH + " levels",
                "flatten it, or send it as a string");
    }

    /** The line and the column, as text. */
    static String where(byte[] source, int at) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < Math.min(at, source.length); i++) {
            if (source[i] == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return " at line " + line + ", column " + (at - lineStart + 1);
    }
}
