package dev.carillon.schemas.json;

import dev.carillon.schemas.error.ContractException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Reads the tokens of a document in sequence; the subclass knows the grammar. */
class JsonTokens {
    private static final int MAX_NUMBER = 100;
    private static final int UNICODE_DIGITS = 4;
    private static final int HEX = 16;

    /** The classes of bytes within a string. */
    private static final byte PLAIN = 0;

    private static final byte QUOTE = 1;
    private static final byte BACKSLASH = 2;
    private static final byte CONTROL = 3;
    private static final byte SEVERAL = 4;
    private static final byte[] IN_STRING = inString();

    private static final VarHandle EIGHT_BYTES =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHEST = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';

    final byte[] source;
    final int end;
    /** The next byte to read. */
    int at;
    /** Whether the last string has escapes or characters of several bytes. */
    boolean lastEncoded;

    JsonTokens(byte[] source) {
        this.source = source;
        this.end = source.length;
    }

    /** Reads a string, from its first quote past its last. */
    void string() {
        boolean encoded = false;
        int i = firstThatIsNotPlain(at + 1);
        while (true) {
            at = i;
            if (i >= end) {
                throw ended();
            }
            switch (IN_STRING[source[i] & 0xff]) {
                case QUOTE -> {
                    lastEncoded = encoded;
                    at = i + 1;
                    return;
                }
                case BACKSLASH -> i += escape();
                case SEVERAL -> i += Utf8.sequence(source, i, end);
                default -> throw unexpected("a control character as an escape such as \\n");
            }
            encoded = true;
            i = firstThatIsNotPlain(i);
        }
    }

    /** Checks eight bytes at a time. */
    private int firstThatIsNotPlain(int from) {
        int i = from;
        while (i + Long.BYTES <= end) {
            long eight = (long) EIGHT_BYTES.get(source, i);
            long quotes = eight ^ QUOTES;
            long backslashes = eight ^ BACKSLASHES;
            // The highest bit of each byte that is a quote, a backslash, a control character or part of a longer
            // character.
            long found = (((quotes - ONES) & ~quotes)
                            | ((backslashes - ONES) & ~backslashes)
                            | ((eight - SPACES) & ~eight)
                            | eight)
                    & HIGHEST;
            if (found != 0) {
                // Only the first is certain: the subtraction may borrow from the bytes above it.
                return i + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            i += Long.BYTES;
        }
        while (i < end && IN_STRING[source[i] & 0xff] == PLAIN) {
            i++;
        }
        return i;
    }

    /** The length of an escape. */
    private int escape() {
        byte letter = at + 1 < end ? source[at + 1] : 0;
        switch (letter) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> {
                return 2;
            }
            case 'u' -> {
                for (int i = at + 2; i < at + 2 + UNICODE_DIGITS; i++) {
                    if (i >= end || Character.digit(source[i], HEX) < 0) {
                        at = Math.min(i, end - 1);
                        throw unexpected("four hexadecimal digits behind \\u");
                    }
                }
                return 2 + UNICODE_DIGITS;
            }
            default -> {
                at = Math.min(at + 1, end - 1);
                throw unexpected("one of \" \\ / b f n r t u behind the backslash");
            }
        }
    }

    void literal(String word) {
        for (int i = 0; i < word.length(); i++) {
            if (at + i >= end || source[at + i] != word.charAt(i)) {
                throw unexpected("a value; the words are true, false and null");
            }
        }
        at += word.length();
        scalarEnds();
    }

    void number() {
        int start = at;
        if (source[at] == '-') {
            at++;
        }
        int whole = at;
        digits();
        if (source[whole] == '0' && at > whole + 1) {
            at = whole;
            throw unexpected("a number without a zero in front");
        }
        if (at < end && source[at] == '.') {
            at++;
            digits();
        }
        if (at < end && (source[at] == 'e' || source[at] == 'E')) {
            at++;
            if (at < end && (source[at] == '+' || source[at] == '-')) {
                at++;
            }
            digits();
        }
        if (at - start > MAX_NUMBER) {
            throw MalformedJson.because("has a number of " + (at - start) + " characters, over the limit of "
                    + MAX_NUMBER + MalformedJson.where(source, start));
        }
        scalarEnds();
    }

    private void digits() {
        int first = at;
        while (at < end && source[at] >= '0' && source[at] <= '9') {
            at++;
        }
        if (at == first) {
            throw unexpected("a value");
        }
    }

    /** Refuses characters directly after a literal or number, as in 1x and truee. */
    private void scalarEnds() {
        lastEncoded = false;
        if (at < end && !isEndOfScalar(source[at])) {
            throw unexpected("the end of the value");
        }
    }

    private static boolean isEndOfScalar(byte b) {
        return b == ',' || b == '}' || b == ']' || b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    void skipSpace() {
        while (at < end && (source[at] == ' ' || source[at] == '\n' || source[at] == '\r' || source[at] == '\t')) {
            at++;
        }
    }

    void expect(char wanted, String description) {
        if (at >= end) {
            throw ended();
        } else if (source[at] != wanted) {
            throw unexpected(description);
        }
        at++;
    }

    ContractException ended() {
        return MalformedJson.endsAt(end);
    }

    ContractException unexpected(String wanted) {
        return MalformedJson.unexpected(source, at, wanted);
    }

    private static byte[] inString() {
        byte[] kinds = new byte[256];
        Arrays.fill(kinds, 0, ' ', CONTROL);
        Arrays.fill(kinds, 128, 256, SEVERAL);
        kinds['"'] = QUOTE;
        kinds['\\'] = BACKSLASH;
        return kinds;
    }
}
