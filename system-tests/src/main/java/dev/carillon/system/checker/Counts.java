package dev.carillon.system.checker;

/** The names under which a {@link Report} says how much was looked at. */
public final class Counts {
    public static final String EXECUTIONS = "executions";
    public static final String OUTCOMES = "outcomes";
    public static final String SETTLED = "outcomes written by workers";
    public static final String STILL_OPEN = "still open";
    public static final String ATTEMPTS = "attempts ended";
    public static final String RETRIES = "retries";
    public static final String STARTS = "starts";
    public static final String SLICES = "slices";
    public static final String TICKS_OWED = "ticks owed";
    public static final String TICKS_DISPATCHED = "ticks dispatched";
    public static final String TICKS_SKIPPED = "ticks skipped";
    public static final String PUT_OFF = "ticks put off";
    public static final String DAYS = "ticks held against a calendar";
    public static final String SKIPS_REQUESTED = "ticks skipped on request";
    public static final String NOT_RECKONED = "schedules not reckoned";
    public static final String HELD_BACK = "ticks behind an open one";
    public static final String DEPENDENCIES = "dependencies of ticks";
    public static final String DUPLICATES = "duplicate task records";
    public static final String PUT_ASIDE = "records put aside";

    public static final String BACKFILLS = "backfills ordered";
    public static final String BACKFILLED = "instants backfilled";

    private Counts() {}
}
