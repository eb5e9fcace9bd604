package dev.carillon.schemas.json;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/** A buffer in which JSON text is built; cleared, it is used again for the next text. One thread at a time. */
public final class JsonBytes {
    private static final int AT_FIRST = 512;
    private static final int TEN = 10;
    /** The digits of the largest long. */
    private static final int MAX_DIGITS = 19;

    /** The most bytes that a character takes: an escape such as {@code \u001F}. */
    private static final int MAX_BYTES_A_CHARACTER = 6;

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SMALLEST = Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);

    private static final ThreadLocal<SpareMemory<JsonBytes>> SPARE =
            ThreadLocal.withInitial(() -> new SpareMemory<>(JsonBytes::new));
    /** Larger buffers are rare, so they are left to the garbage collector. */
    private static final int MOST_KEPT = 16 * 1_024;

    private byte[] bytes = new byte[AT_FIRST];
    private int length;

    /** An empty buffer; the caller gives it back with {@link #giveBack}. */
    static JsonBytes take() {
        return SPARE.get().take();
    }

    /** Keeps the buffer for the next {@link #take}; the caller must not use it afterwards. */
    void giveBack() {
        if (bytes.length <= MOST_KEPT) {
            clear();
            SPARE.get().giveBack(this);
        }
    }

    public void clear() {
        length = 0;
    }

    public int length() {
        return length;
    }

    public void add(byte b) {
        room(1);
        bytes[length++] = b;
    }

    public void add(byte[] piece) {
        add(piece, 0, piece.length);
    }

    public void add(byte[] source, int start, int end) {
        room(end - start);
        System.arraycopy(source, start, bytes, length, end - start);
        length += end - start;
    }

    public void add(RawJson json) {
        room(json.length());
        json.copyTo(bytes, length);
        length += json.length();
    }

    /** A text of which every character is one byte, without quotes and escapes. */
    public void ascii(String text) {
        room(text.length());
        putAscii(text);
    }

    /** Adds characters for which there is room. */
    private void putAscii(String text) {
        byte[] target = bytes;
        int at = length;
        int count = text.length();
        for (int i = 0; i < count; i++) {
            target[at + i] = (byte) text.charAt(i);
        }
        length = at + count;
    }

    /** A known field name with its quotes and colon; it needs no escapes. */
    void name(String name) {
        room(name.length() + 3);
        put('"');
        putAscii(name);
        put('"');
        put(':');
    }

    /** An instant in its canonical spelling, without quotes. */
    public void instant(Instant instant) {
        room(Instants.MAX_LENGTH);
        length = Instants.write(instant, bytes, length);
    }

    public void number(long number) {
        room(MAX_DIGITS + 1);
        if (number < 0) {
            negative(number);
            return;
        }
        int digits = 1;
        for (long rest = number; rest >= TEN; rest /= TEN) {
            digits++;
        }
        long rest = number;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % TEN);
            rest /= TEN;
        }
        length += digits;
    }

    private void negative(long number) {
        if (number == Long.MIN_VALUE) {
            add(SMALLEST);
        } else {
            add((byte) '-');
            number(-number);
        }
    }

    /** A string with its quotes; a lone surrogate, which UTF-8 can't encode, is replaced. */
    void string(String text) {
        int count = text.length();
        room(count + 2);
        byte[] target = bytes;
        int at = length;
        target[at++] = '"';
        int i = 0;
        for (; i < count; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                break;
            }
            target[at++] = (byte) c;
        }
        length = at;
        if (i < count) {
            anyString(text, i);
        }
        add((byte) '"');
    }

    private void anyString(String text, int from) {
        room(MAX_BYTES_A_CHARACTER * (text.length() - from) + 1);
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c == '"' || c == '\\') {
                escaped(c);
            } else if (c < 0x80) {
                put(c);
            } else if (c < 0x800) {
                put(0xc0 | (c >> 6));
                put(0x80 | (c & 0x3f));
            } else if (Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                int point = Character.toCodePoint(c, text.charAt(++i));
                put(0xf0 | (point >> 18));
                put(0x80 | ((point >> 12) & 0x3f));
                put(0x80 | ((point >> 6) & 0x3f));
                put(0x80 | (point & 0x3f));
            } else {
                char whole = Character.isSurrogate(c) ? '\ufffd' : c;
                put(0xe0 | (whole >> 12));
                put(0x80 | ((whole >> 6) & 0x3f));
                put(0x80 | (whole & 0x3f));
            }
        }
    }

    private void escaped(char c) {
        put('\\');
        switch (c) {
            case '"', '\\' -> put(c);
            case '\b' -> put('b');
            case '\f' -> put('f');
            case '\n' -> put('n');
            case '\r' -> put('r');
            case '\t' -> put('t');
            default -> {
                put('u');
                put('0');
                put('0');
                put(HEX[c >> 4]);
                put(HEX[c & 0x0f]);
            }
        }
    }

    /** Adds a byte for which there is room. */
    private void put(int b) {
        bytes[length++] = (byte) b;
    }

    /** A copy of the text built since the last {@link #clear}. */
    public byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
