package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.charset.StandardCharsets;

/** Checks UTF-8, and replaces what it can't encode. */
final class Utf8 {
    private Utf8() {}

    /** The length of the multi-byte character at this position; throws if it is invalid. */
    static int sequence(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xff;
        int length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if (first < 0xc2 || first > 0xf4 || at + length > end) {
            throw broken(at);
        }
        for (int i = 1; i < length; i++) {
            if ((bytes[at + i] & 0xc0) != 0x80) {
                throw broken(at);
            }
        }
        int second = bytes[at + 1] & 0xff;
        boolean overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
        boolean surrogate = first == 0xed && second > 0x9f;
        boolean beyond = first == 0xf4 && second > 0x8f;
        if (overlong || surrogate || beyond) {
            throw broken(at);
        }
        return length;
    }

    /** The position of a lone surrogate, which UTF-8 can't encode, or -1. */
    static int loneSurrogate(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return i;
            }
        }
        return -1;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static ContractException broken(int at) {
        return new ContractException(
                ErrorCode.BAD_JSON, "value", "is not UTF-8 at byte " + at, "send one JSON object in UTF-8");
    }
}
