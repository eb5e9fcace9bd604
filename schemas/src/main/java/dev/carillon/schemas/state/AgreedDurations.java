package dev.carillon.schemas.state;

import java.time.Duration;

/** Durations on which several services must agree although they never call each other. */
public final class AgreedDurations {
    /** A worker without a heartbeat or a lease for this long is gone. */
    public static final Duration WORKER_GONE = Duration.ofSeconds(10);

    /** If a clock is off the brokers' by more, nothing that is due at an instant is decided or started by it. */
    public static final Duration CLOCK_BOUND = Duration.ofSeconds(2);

    /** How far the clock of a submitter may be off the brokers', which date its records. */
    public static final Duration SUBMITTER_SKEW = Duration.ofMinutes(1);

    /** How often a trigger writes its watermark while nothing is due, unless its settings differ. */
    public static final Duration IDLE_WATERMARK = Duration.ofSeconds(5);

    private AgreedDurations() {}
}
