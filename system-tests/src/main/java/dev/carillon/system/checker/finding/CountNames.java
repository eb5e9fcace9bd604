package dev.carillon.system.checker.finding;

/** The names of the counts in a {@link Report}. */
public final class CountNames {
    public static final String EXECUTIONS = "executions";
    public static final String OUTCOMES = "outcomes";
    public static final String SETTLED = "outcomes written by workers";
    public static final String STILL_OPEN = "still open";
    public static final String ATTEMPTS = "attempts ended";
    public static final String RETRIES = "retries";
    public static final String STARTS = "starts";
    public static final String SLICES = "slices";
    public static final String TICKS_EXPECTED = "ticks expected";
    public static final String TICKS_DISPATCHED = "ticks dispatched";
    public static final String TICKS_SKIPPED = "ticks skipped";
    public static final String PUT_OFF = "ticks put off";
    public static final String DAYS = "ticks checked against a calendar";
    public static final String SKIPS_REQUESTED = "ticks skipped on request";
    public static final String NOT_COMPUTED = "schedules not computed";
    public static final String MUST_NOT_OVERLAP = "ticks that must not overlap";
    public static final String DEPENDENCIES = "dependencies of ticks";
    public static final String DUPLICATES = "duplicate task records";
    public static final String UNUSABLE = "unusable records";

    public static final String BACKFILLS = "backfills ordered";
    public static final String BACKFILLED = "instants backfilled";

    private CountNames() {}
}
