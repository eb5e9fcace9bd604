package dev.carillon.schemas.header;

/** The names of record headers, and the values of the closed ones. All values are UTF-8 text. */
public final class Headers {
    public static final String ATTEMPT = "attempt";
    public static final String ORIGIN = "origin";
    public static final String PRIORITY = "priority";
    /** The routing strategy that chose the partition of a task, which may therefore lie outside its home. */
    public static final String ROUTED = "routed";

    public static final String NOT_BEFORE = "not-before";
    public static final String SCHEDULE_VERSION = "schedule-version";
    /** The kind of a record in {@code results}: one of the KIND_ values. Absent means result. */
    public static final String KIND = "kind";

    public static final String KIND_RESULT = "result";
    public static final String KIND_CLAIM = "claim";
    public static final String KIND_CHECK = "check";
    public static final String KIND_LEASE = "lease";
    /** On a result of a claimed attempt: if the execution has no open entry, the result is late. */
    public static final String CLAIMED = "claimed";

    /** On a result whose worker wrote the outcome in the same transaction: the collector has nothing to decide. */
    public static final String SETTLED = "settled";

    /** On a task that was moved to its home partition: {@code rehomed}. */
    public static final String REHOMED = "rehomed";

    /** On a dead letter: the cause as a stable code and as text, and the position of the original record. */
    public static final String CAUSE = "cause";

    public static final String CAUSE_MESSAGE = "cause-message";
    public static final String ORIGIN_TOPIC = "origin-topic";
    public static final String ORIGIN_PARTITION = "origin-partition";
    public static final String ORIGIN_OFFSET = "origin-offset";
    public static final String ORIGIN_TIMESTAMP = "origin-timestamp";

    /** On a dead letter: the size of a part that was too large to keep, as {@code 5242880 bytes}. */
    public static final String KEY_OMITTED = "key-omitted";

    public static final String VALUE_OMITTED = "value-omitted";
    public static final String HEADERS_OMITTED = "headers-omitted";

    private Headers() {}
}
