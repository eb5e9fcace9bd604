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
    public static final String TRACEPARENT = "traceparent";
    /** What a record in {@code results} is: see the KIND_ values. Absent means result. */
    public static final String KIND = "kind";

    public static final String KIND_RESULT = "result";
    public static final String KIND_CLAIM = "claim";
    public static final String KIND_CHECK = "check";
    public static final String KIND_LEASE = "lease";
    /** On a result whose attempt had been claimed: without an open entry it is late. */
    public static final String CLAIMED = "claimed";

    /** On a result whose execution got its outcome in the same transaction, and which nobody has to decide on any more. */
    public static final String SETTLED = "settled";

    /** On a task that was moved to its home, how it came to be there: {@code rehomed}. */
    public static final String REHOMED = "rehomed";

    /** On a dead letter: why, as a stable code, and in words; and where the record lay. */
    public static final String CAUSE = "cause";

    public static final String CAUSE_MESSAGE = "cause-message";
    public static final String ORIGIN_TOPIC = "origin-topic";
    public static final String ORIGIN_PARTITION = "origin-partition";
    public static final String ORIGIN_OFFSET = "origin-offset";
    public static final String ORIGIN_TIMESTAMP = "origin-timestamp";

    /** On a dead letter: what was left out because it would not have fitted, and its size, as {@code 5242880 bytes}. */
    public static final String KEY_OMITTED = "key-omitted";

    public static final String VALUE_OMITTED = "value-omitted";
    public static final String HEADERS_OMITTED = "headers-omitted";

    private Headers() {}
}
