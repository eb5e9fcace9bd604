package dev.carillon.schemas.key;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Instants;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The second half of an execution key: an instant in canonical spelling and, after a tilde, a part that makes it
 * unique: the mark of the client that made the key or, for a task record without execTime, the record's position. A
 * tick's execTime has neither.
 *
 * @param mark see {@link ClientMark}
 */
public record ExecTime(
        Instant instant, @Nullable String mark, @Nullable RecordPosition position) {
    private static final byte TILDE = '~';

    public ExecTime {
        Instants.check("execTime", ErrorCode.BAD_EXEC_TIME, instant);
        if (mark != null && position != null) {
            throw new IllegalArgumentException("only one of " + mark + " and " + position + " can follow the instant");
        }
    }

    /** The execTime of a tick, or one that a caller chose. */
    public static ExecTime of(Instant instant) {
        return new ExecTime(instant, null, null);
    }

    /** The execTime of a task that named none: the append time and the position of its record. */
    static ExecTime at(Instant appendTime, RecordPosition position) {
        return new ExecTime(appendTime, null, position);
    }

    /** Whether a client made it for one execution, so that no other execution can have it. */
    public boolean isFresh() {
        return mark != null;
    }

    /**
     * Reads {@code 2026-11-18T06:00:00Z}, {@code 2026-11-18T06:00:00.123456789Z~k3f5q2xa} or
     * {@code 2026-11-18T06:00:00.123Z~default.normal-3-17}.
     */
    public static ExecTime parse(String field, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return read(field, bytes, 0, bytes.length);
    }

    /** As {@link #parse}, out of a larger text. */
    public static ExecTime read(String field, byte[] source, int start, int end) {
        int tilde = start;
        while (tilde < end && source[tilde] != TILDE) {
            tilde++;
        }
        Instant instant = Instants.canonical(source, start, tilde);
        if (instant == null) {
            throw notCanonical(field, text(source, start, tilde));
        }
        if (tilde == end) {
            return new ExecTime(instant, null, null);
        }
        return ClientMark.isMark(source, tilde + 1, end)
                ? new ExecTime(instant, text(source, tilde + 1, end), null)
                : new ExecTime(instant, null, RecordPosition.parse(field, text(source, tilde + 1, end)));
    }

    private static ContractException notCanonical(String field, String time) {
        Instant instant = Instants.parse(field, ErrorCode.BAD_EXEC_TIME, time);
        return new ContractException(
                ErrorCode.BAD_EXEC_TIME,
                field,
                ContractException.shown(time) + " is not the one spelling of this instant",
                "write " + instant);
    }

    private static String text(byte[] source, int start, int end) {
        return new String(source, start, end - start, StandardCharsets.UTF_8);
    }

    /** The spelling in keys and records. */
    public byte[] bytes() {
        byte[] time = new byte[Instants.MAX_LENGTH];
        int length = Instants.write(instant, time, 0);
        byte[] tail = mark != null
                ? mark.getBytes(StandardCharsets.US_ASCII)
                : position != null ? position.toString().getBytes(StandardCharsets.US_ASCII) : null;
        byte[] whole = Arrays.copyOf(time, length + (tail == null ? 0 : 1 + tail.length));
        if (tail != null) {
            whole[length] = TILDE;
            System.arraycopy(tail, 0, whole, length + 1, tail.length);
        }
        return whole;
    }

    @Override
    public String toString() {
        return new String(bytes(), StandardCharsets.US_ASCII);
    }
}
