package dev.carillon.standalone.look;

import dev.carillon.schemas.record.Heartbeat;
import java.time.Duration;
import java.time.Instant;

/**
 * A worker as its last heartbeat shows it.
 *
 * @param silence how long ago that was, by the brokers' clocks and ours
 */
public record WorkerSeen(Heartbeat heartbeat, Evidence at, Duration silence) {
    /** As the services see it: a worker is gone after ten seconds of silence. */
    public static final Duration GONE_AFTER = Duration.ofSeconds(10);

    static WorkerSeen of(Found<Heartbeat> last, Instant now) {
        Duration silence = Duration.between(last.at().appended(), now);
        return new WorkerSeen(last.value(), last.at(), silence.isNegative() ? Duration.ZERO : silence);
    }

    public boolean isGone() {
        return silence.compareTo(GONE_AFTER) > 0;
    }

    public boolean serves(String queue) {
        return !isGone() && heartbeat.queues().contains(queue);
    }

    public boolean serves(String queue, String type) {
        return serves(queue) && heartbeat.types().contains(type);
    }

    public String id() {
        return heartbeat.worker().id();
    }
}
