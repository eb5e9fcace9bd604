package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;

/**
 * Refuses bytes that are not plain UTF-8 before any parser sees them: a parser that guesses encodings would accept what
 * consumers in other languages can't read.
 */
final class Utf8 {
    private Utf8() {}

    static void check(byte[] bytes) {
        if (bytes.length == 0) {
            throw bad("is empty");
        }
        if (bytes.length >= 3 && bytes[0] == (byte) 0xef && bytes[1] == (byte) 0xbb && bytes[2] == (byte) 0xbf) {
            throw bad("starts with a byte order mark");
        }
        int at = 0;
        while (at < bytes.length) {
            if (bytes[at] > 0) {
                at++;
            } else if (bytes[at] == 0) {
                throw bad("has a zero byte at position " + at + " (UTF-16?)");
            } else {
                at += sequence(bytes, at);
            }
        }
    }

    /** The length of the multi-byte character that begins here. */
    private static int sequence(byte[] bytes, int at) {
        int first = bytes[at] & 0xff;
        int length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
        if (first < 0xc2 || first > 0xf4 || at + length > bytes.length) {
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

    /** The position of a surrogate without its other half, or -1: such a text has no UTF-8 form. */
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

    /** The text with every lone surrogate replaced: for texts we write, which may have been cut anywhere. */
    static String wellFormed(String text) {
        if (loneSurrogate(text) < 0) {
            return text;
        }
        StringBuilder mended = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? 0xfffd : c)
                .forEach(mended::appendCodePoint);
        return mended.toString();
    }

    private static ContractException broken(int at) {
        return bad("is not UTF-8 at byte " + at);
    }

    private static ContractException bad(String problem) {
        return new ContractException(ErrorCode.BAD_JSON, "value", problem, "send one JSON object in UTF-8");
    }
}
