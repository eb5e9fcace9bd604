package dev.carillon.system.checker;

import java.time.Duration;

/**
 * How strict the checks are.
 *
 * @param clockBound by how much the clocks of the machines may differ
 * @param grace a tick may be skipped as missed only when it is at least this late
 * @param openAllowed whether executions without an outcome are only counted, because the run was cut off
 */
public record CheckerOptions(Duration clockBound, Duration grace, boolean openAllowed) {
    private static final Duration GRACE = Duration.ofSeconds(60);

    /** One clock, and all executions have ended. The bound is 2 ms because append times are cut to milliseconds. */
    public static CheckerOptions oneMachine() {
        return new CheckerOptions(Duration.ofMillis(2), GRACE, false);
    }

    /** Several machines, with clocks as far apart as the contract allows. */
    public static CheckerOptions manyMachines() {
        return new CheckerOptions(Duration.ofSeconds(2), GRACE, false);
    }

    public CheckerOptions allowingOpen() {
        return new CheckerOptions(clockBound, grace, true);
    }
}
