package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.RecordPosition;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.Schedule;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks and derives the keys of records. All readers use these functions, so that they give an execution the same key.
 */
public final class RecordKeys {
    private RecordKeys() {}

    /**
     * Refuses a record key that names another execution than the value, which would mislead deduplication and routing.
     * No key, the value's own key and, for a value without execTime, the taskId are allowed.
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
     * As {@link #check} and then {@link #of}, but the key is computed only once.
     *
     * @param position the record's position, called only for a task without execTime
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

    /** Refuses a schedule's key that is not its taskId, as compaction keeps one record per key. */
    public static void check(byte @Nullable [] recordKey, Schedule schedule) {
        check(recordKey == null ? new byte[0] : recordKey, utf8(schedule.taskId()), "send the taskId as the key");
    }

    /** Refuses a calendar's key that is not its name. */
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
     * The key of the execution of a task record: its own or, if the value names no execTime, one made of the record's
     * append time and position.
     *
     * @param position the record's position, see {@code TopicNames.position}; null in topics whose records must name
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
