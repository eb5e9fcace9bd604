package dev.carillon.trigger.dispatch;

import dev.carillon.trigger.dispatch.clock.ClockSeen;
import dev.carillon.trigger.dispatch.failure.ClockBehind;
import java.time.Duration;
import java.time.Instant;

/** Whether this instance leads, and whether its clock lets it. It outlives the dispatchers that it watches. */
public final class LeaderStanding implements LeaderWatch {
    private final ClockSeen seen = new ClockSeen();
    private volatile LeaderState state = LeaderState.READING;

    @Override
    public void became(LeaderState next) {
        if (isLeading() && next != LeaderState.LEADING) {
            seen.noMoreMeasured();
        }
        state = next;
    }

    /** The state stays as it is until {@link #became}, so that other watchers can find out whether it led. */
    @Override
    public void lost(Instant now, RuntimeException why) {
        if (why instanceof ClockBehind found) {
            clockBehind(found.by());
        }
    }

    @Override
    public void clockBehind(Duration by) {
        seen.found(by);
    }

    public LeaderState state() {
        return state;
    }

    public boolean isLeading() {
        return state == LeaderState.LEADING;
    }

    /** Whether this host's clock is close enough to Kafka's to lead, as far as it is known. */
    public boolean clockAgrees() {
        return seen.agrees();
    }

    /** The difference of the clocks as a sentence for a health check. */
    public String clockWords() {
        return seen.words();
    }

    /** How far this host's clock is behind Kafka's, at least; negative if it is too far ahead. */
    Duration clockIsBehind() {
        return seen.behind();
    }
}
