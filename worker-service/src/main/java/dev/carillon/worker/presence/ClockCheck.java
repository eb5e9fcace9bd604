package dev.carillon.worker.presence;

import java.time.Duration;
import java.time.Instant;

/** Compares this machine's clock with the brokers': a record's append time lies between its sending and its answer. */
public final class ClockCheck {
    /** Beyond this, work that is to start at an instant does not start. */
    public static final Duration BOUND = Duration.ofSeconds(2);

    private volatile Duration deviation = Duration.ZERO;

    /** What the brokers wrote, and when it was sent and answered by our clock. */
    public void observed(Instant sent, Instant appended, Instant answered) {
        if (appended.isBefore(sent)) {
            deviation = Duration.between(appended, sent);
        } else if (appended.isAfter(answered)) {
            deviation = Duration.between(appended, answered);
        } else {
            deviation = Duration.ZERO;
        }
    }

    /** How far our clock is surely ahead; negative when it is behind. */
    public Duration deviation() {
        return deviation;
    }

    public boolean isRight() {
        return deviation.abs().compareTo(BOUND) <= 0;
    }
}
