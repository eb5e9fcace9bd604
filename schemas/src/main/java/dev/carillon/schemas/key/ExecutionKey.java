package dev.carillon.schemas.key;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The name of an execution: {@code taskId:execTime}, with {@code /n} appended for sub-execution n. Its bytes and its
 * hash are computed once, as every role needs them several times.
 */
public final class ExecutionKey {
    /** A taskId, an instant, a position with the longest queue and the largest numbers, and a sub number. */
    public static final int MAX_LENGTH = 400;

    private static final int MAX_SUB_DIGITS = 6;
    private static final int TEN = 10;

    private final String taskId;
    private final ExecTime execTime;
    private final int sub;
    private final byte[] bytes;
    /** Of the bytes up to the slash. */
    private final int hash;
    /** Computed at the first use; threads that compute it at the same time get equal texts. */
    private @Nullable String text;

    private ExecutionKey(String taskId, ExecTime execTime, int sub, byte[] bytes, int wholeLength) {
        this.taskId = taskId;
        this.execTime = execTime;
        this.sub = sub;
        this.bytes = bytes;
        this.hash = Murmur2.hash(bytes, wholeLength);
    }

    public static ExecutionKey of(String taskId, Instant execTime) {
        return of(taskId, ExecTime.of(execTime));
    }

    public static ExecutionKey of(String taskId, ExecTime execTime) {
        return of(taskId, execTime, 0);
    }

    /**
     * The key of an execution or of a part of one.
     *
     * @param sub the number of a sub-execution from 1, or 0 for a whole execution
     */
    public static ExecutionKey of(String taskId, ExecTime execTime, int sub) {
        TaskId.check("taskId", taskId);
        byte[] time = execTime.bytes();
        int whole = taskId.length() + 1 + time.length;
        byte[] tail = sub == 0 ? new byte[0] : ("/" + sub).getBytes(StandardCharsets.US_ASCII);
        byte[] bytes = new byte[whole + tail.length];
        for (int i = 0; i < taskId.length(); i++) {
            bytes[i] = (byte) taskId.charAt(i);
        }
        bytes[taskId.length()] = ':';
        System.arraycopy(time, 0, bytes, taskId.length() + 1, time.length);
        System.arraycopy(tail, 0, bytes, whole, tail.length);
        return new ExecutionKey(taskId, execTime, sub, bytes, whole);
    }

    /** The key of a task record that names no execTime, from its append time and position. */
    public static ExecutionKey atPosition(String taskId, Instant appendTime, String lane, int partition, long offset) {
        return of(taskId, ExecTime.at(appendTime, new RecordPosition(lane, partition, offset)));
    }

    public static ExecutionKey parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return read("key", bytes, 0, bytes.length);
    }

    /** As {@link #parse}, out of a larger text. */
    public static ExecutionKey read(String field, byte[] source, int start, int end) {
        if (end - start > MAX_LENGTH) {
            throw new ContractException(
                    ErrorCode.BAD_KEY,
                    field,
                    shown(source, start, end) + " has " + (end - start) + " characters, over the limit of "
                            + MAX_LENGTH,
                    "choose a shorter taskId");
        }
        int colon = indexOf(source, start, end, ':');
        if (colon == end) {
            throw new ContractException(
                    ErrorCode.BAD_KEY,
                    field,
                    shown(source, start, end) + " has no colon",
                    "write taskId:execTime, for example report:2026-11-18T06:00:00Z");
        }
        int slash = lastIndexOf(source, start, end, '/');
        int sub = slash < 0 ? 0 : subNumber(field, source, start, slash, end);
        int whole = slash < 0 ? end : Math.max(slash, colon + 1);
        String taskId = TaskId.read(field, source, start, colon);
        ExecTime execTime = ExecTime.read(field, source, colon + 1, whole);
        return new ExecutionKey(taskId, execTime, sub, Arrays.copyOfRange(source, start, end), whole - start);
    }

    private static int indexOf(byte[] source, int start, int end, char wanted) {
        int at = start;
        while (at < end && source[at] != wanted) {
            at++;
        }
        return at;
    }

    private static int lastIndexOf(byte[] source, int start, int end, char wanted) {
        int at = end - 1;
        while (at >= start && source[at] != wanted) {
            at--;
        }
        return at < start ? -1 : at;
    }

    private static int subNumber(String field, byte[] source, int start, int slash, int end) {
        int digits = end - slash - 1;
        boolean right = digits >= 1 && digits <= MAX_SUB_DIGITS && source[slash + 1] != '0';
        int number = 0;
        for (int i = slash + 1; i < end && right; i++) {
            int digit = source[i] - '0';
            right = digit >= 0 && digit < TEN;
            number = number * TEN + digit;
        }
        if (!right) {
            throw new ContractException(
                    ErrorCode.BAD_KEY,
                    field,
                    shown(source, start, end) + " ends in /" + shown(source, slash + 1, end),
                    "a sub-execution is numbered from /1 to /999999");
        }
        return number;
    }

    private static String shown(byte[] source, int start, int end) {
        return ContractException.shown(new String(source, start, end - start, StandardCharsets.UTF_8));
    }

    public String taskId() {
        return taskId;
    }

    public ExecTime execTime() {
        return execTime;
    }

    /** The number of a sub-execution from 1, or 0 for a whole execution. */
    public int sub() {
        return sub;
    }

    public ExecutionKey subExecution(int n) {
        return of(taskId, execTime, n);
    }

    /** The whole execution that this sub-execution belongs to, or this key itself. */
    public ExecutionKey whole() {
        return sub == 0 ? this : of(taskId, execTime, 0);
    }

    /** The home: the partition of this execution's results, delays and state. */
    public int home(int partitions) {
        RecordPosition position = execTime.position();
        return position != null ? position.partition() % partitions : Murmur2.partitionOf(hash, partitions);
    }

    /** Whether its first task may be routed outside its home: only a tick's may, as no caller chooses its key. */
    public boolean mayBeRouted() {
        return execTime.position() == null
                && execTime.mark() == null
                && execTime.instant().getNano() == 0;
    }

    /** The spelling in records and as their key; callers must not change the bytes. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ExecutionKey key
                && hash == key.hash
                && sub == key.sub
                && Arrays.equals(bytes, key.bytes);
    }

    @Override
    public int hashCode() {
        return hash + sub;
    }

    @Override
    public String toString() {
        String known = text;
        if (known == null) {
            known = new String(bytes, StandardCharsets.ISO_8859_1);
            text = known;
        }
        return known;
    }
}
