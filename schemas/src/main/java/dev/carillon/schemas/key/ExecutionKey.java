package dev.carillon.schemas.key;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * The name of an execution: {@code taskId:execTime}, with {@code /n} behind it for sub-execution n.
 *
 * @param sub the number of a sub-execution from 1, or 0 for a whole execution
 */
public record ExecutionKey(String taskId, ExecTime execTime, int sub) {
    /** A taskId, an instant, a position with the longest queue and the largest numbers, and a sub number. */
    public static final int MAX_LENGTH = 400;

    public static ExecutionKey of(String taskId, Instant execTime) {
        return new ExecutionKey(TaskId.check("taskId", taskId), ExecTime.of(execTime), 0);
    }

    /** The key of a task record that names no execTime: its append time and where it lies. */
    public static ExecutionKey atPosition(String taskId, Instant appendTime, String lane, int partition, long offset) {
        return new ExecutionKey(taskId, new ExecTime(appendTime, new RecordPosition(lane, partition, offset)), 0);
    }

    public static ExecutionKey parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new ContractException(
                    ErrorCode.BAD_KEY,
                    "key",
                    ContractException.shown(text) + " has " + text.length() + " characters, over the limit of "
                            + MAX_LENGTH,
                    "choose a shorter taskId");
        }
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new ContractException(
                    ErrorCode.BAD_KEY,
                    "key",
                    ContractException.shown(text) + " has no colon",
                    "write taskId:execTime, for example report:2026-11-18T06:00:00Z");
        }
        int slash = text.lastIndexOf('/');
        int sub = slash < 0 ? 0 : subNumber(text, text.substring(slash + 1));
        String time = text.substring(colon + 1, slash < 0 ? text.length() : Math.max(slash, colon + 1));
        return new ExecutionKey(TaskId.check("key", text.substring(0, colon)), ExecTime.parse("key", time), sub);
    }

    private static int subNumber(String key, String digits) {
        if (digits.length() < 1 || digits.length() > 6 || digits.charAt(0) == '0' || !digits.matches("[0-9]+")) {
            throw new ContractException(
                    ErrorCode.BAD_KEY,
                    "key",
                    ContractException.shown(key) + " ends in /" + ContractException.shown(digits),
                    "a sub-execution is numbered from /1 to /999999");
        }
        return Integer.parseInt(digits);
    }

    public ExecutionKey subExecution(int n) {
        return new ExecutionKey(taskId, execTime, n);
    }

    /** The whole execution that this is a part of, or this one itself. */
    public ExecutionKey whole() {
        return sub == 0 ? this : new ExecutionKey(taskId, execTime, 0);
    }

    /** The partition where results, delays and state of this execution live. */
    public int home(int partitions) {
        RecordPosition position = execTime.position();
        return position != null ? position.partition() % partitions : Murmur2.partition(whole().bytes(), partitions);
    }

    /** Whether its first task may lie outside its home: only a tick's may, as no caller chooses its key. */
    public boolean mayBeRouted() {
        return execTime.position() == null && execTime.instant().getNano() == 0;
    }

    public byte[] bytes() {
        return toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        String text = taskId + ":" + execTime;
        return sub == 0 ? text : text + "/" + sub;
    }
}
