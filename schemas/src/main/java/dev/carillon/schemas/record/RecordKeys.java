package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.RecordPosition;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How the key of a task's record and the key of its value belong together. Every reader goes by these two functions, so
 * that all of them give an execution the same name.
 */
public final class RecordKeys {
    private RecordKeys() {}

    /**
     * Refuses a record key that would make deduplication and routing look at another execution than the value names. No
     * key, the value's own key and, in a record that names no execTime, the taskId are fine.
     */
    public static void check(byte @Nullable [] recordKey, Task task) {
        if (recordKey == null) {
            return;
        }
        ExecutionKey own = task.key();
        check(
                recordKey,
                own == null ? utf8(task.taskId()) : own.bytes(),
                own == null ? "send no key, or the taskId" : "send no key, or taskId:execTime");
    }

    /**
     * The key of the execution that a task record asks for, as {@link #of}, after {@link #check}: each part is computed once.
     *
     * @param position where the record lies, asked only of a task that names no execTime
     */
    public static ExecutionKey checked(
            byte @Nullable [] recordKey,
            Task task,
            Instant appendTime,
            Supplier<? extends @Nullable RecordPosition> position) {
        ExecutionKey own = task.key();
        if (own == null) {
            check(recordKey, task);
            return of(task, appendTime, position.get());
        }
        if (recordKey != null) {
            check(recordKey, own.bytes(), "send no key, or taskId:execTime");
        }
        return own;
    }

    /** Refuses the key of a result, check or outcome that is not the value's own. */
    public static void check(byte @Nullable [] recordKey, ExecutionKey own) {
        if (recordKey != null) {
            check(recordKey, own.bytes(), "send the value's own key");
        }
    }

    /** Refuses the key of a schedule that is not its taskId: compaction goes by it. */
    public static void check(byte @Nullable [] recordKey, Schedule schedule) {
        check(recordKey == null ? new byte[0] : recordKey, utf8(schedule.taskId()), "send the taskId as the key");
    }

    /** Refuses the key of a calendar that is not its name. */
    public static void check(byte @Nullable [] recordKey, Calendar calendar) {
        check(recordKey == null ? new byte[0] : recordKey, utf8(calendar.name()), "send the name as the key");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void check(byte[] recordKey, byte[] wanted, String fix) {
        if (!Arrays.equals(recordKey, wanted)) {
            throw new ContractException(
                    ErrorCode.KEY_MISMATCH,
                    "key",
                    ContractException.shown(new String(recordKey, StandardCharsets.UTF_8))
                            + " is not the key of the value, "
                            + ContractException.shown(new String(wanted, StandardCharsets.UTF_8)),
                    fix);
        }
    }

    /**
     * The key of the execution that a task record asks for: its own or, where the value names no execTime, one made of
     * the record's append time and position.
     *
     * @param position where the record lies, see {@code TopicNames.position}; null in topics whose records must name
     *     their execTime
     */
    public static ExecutionKey of(Task task, Instant appendTime, @Nullable RecordPosition position) {
        ExecutionKey own = task.key();
        if (own != null) {
            return own;
        }
        if (position == null) {
            throw new ContractException(
                    ErrorCode.MISSING_FIELD,
                    "execTime",
                    "is missing, and this topic takes no hand-made tasks",
                    "send hand-made tasks to a tasks topic or to delayed");
        }
        return ExecutionKey.of(task.taskId(), new ExecTime(appendTime, null, position), task.sub());
    }
}
