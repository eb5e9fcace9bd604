package dev.carillon.schemas.work;

import dev.carillon.schemas.key.ExecutionKey;
import java.time.Duration;

/** The limits of records, checked wherever records are written or read. */
public final class Limits {
    public static final int PAYLOAD_BYTES = 256 * 1024;
    public static final int RESULT_DATA_BYTES = 64 * 1024;
    /** A payload, and at most the same size for the other fields of a task. */
    public static final int TASK_BYTES = 512 * 1024;
    /** An unsuccessful Result carries its Task, so that a retry needs nothing else. */
    public static final int RESULT_BYTES = TASK_BYTES + 256 * 1024;

    public static final int NAME = 200;
    public static final int DESCRIPTION = 4_000;
    public static final int MESSAGE = 2_000;
    public static final int ERROR = 16_000;
    public static final int TYPE = 100;
    /** A result's code: an ErrorCode or the handler's own. */
    public static final int CODE = 100;

    public static final int ZONE = 100;
    /** For texts with their own rule, which gives a better refusal than the length. */
    public static final int CHECKED_TEXT = 10_000;

    public static final int LABELS = 32;
    public static final int LABEL_NAME = 63;
    public static final int LABEL_VALUE = 255;
    public static final int METADATA_VALUE = 1_000;
    /** Codes in a retry rule. */
    public static final int RETRY_CODES = 50;

    public static final int DEPENDENCIES = 1_000;
    /** Queues and types of one worker, dates of a calendar, open executions of a schedule. */
    public static final int LIST = 1_000;

    /** Partitions that one worker or one topic can have. */
    public static final int PARTITIONS = 10_000;

    public static final int SHARDS = 10_000;
    public static final int SUB_EXECUTION = 999_999;
    /** A key is a taskId, an instant, and a position. */
    public static final int KEY = ExecutionKey.MAX_LENGTH;

    public static final int MAX_RETRIES = 1_000;
    public static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    public static final Duration MAX_TIMEOUT = Duration.ofDays(6);
    /** Topics keep a task for 7 days; what may start later than 6 could be deleted unread. */
    public static final Duration MAX_DEADLINE = Duration.ofDays(6);

    public static final Duration MAX_RETRY_DELAY = Duration.ofDays(1);

    /** The size of a record in any topic but {@code dead-letters}, as the broker counts it. */
    public static final int MESSAGE_BYTES = 1_048_588;
    /** A dead letter holds a whole record, and its cause. */
    public static final int DEAD_LETTER_BYTES = 2 * MESSAGE_BYTES;

    private Limits() {}
}
