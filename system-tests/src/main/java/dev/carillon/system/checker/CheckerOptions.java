package dev.carillon.system.checker;

import java.time.Duration;

/**
 * How strict to be.
 *
 * @param clockBound by how much clocks of different machines may differ; on one machine they are one clock
 * @param grace a tick may be skipped as missed only when it is at least this late
 * @param openAllowed whether executions without an outcome are counted only: the run was cut off in full swing
 */
public record CheckerOptions(Duration clockBound, Duration grace, boolean openAllowed) {
    private static final Duration GRACE = Duration.ofSeconds(60);

    /** All on one machine, and everything has ended. Append times are cut to milliseconds, hence the few of them. */
    public static CheckerOptions oneMachine() {
        return new CheckerOptions(Duration.ofMillis(2), GRACE, false);
    }

    /** Machines whose clocks are as far apart as the contract allows. */
    public static CheckerOptions manyMachines() {
        return new CheckerOptions(Duration.ofSeconds(2), GRACE, false);
    }

    public CheckerOptions allowingOpen() {
        return new CheckerOptions(clockBound, grace, true);
    }
}
