package dev.carillon.insight.worker;

import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.worker.Heartbeat;
import java.time.Duration;
import java.time.Instant;

/**
 * A worker's last heartbeat.
 *
 * @param silence how long ago it was written, by the broker's timestamp and this machine's clock
 */
public record WorkerSeen(Heartbeat heartbeat, EvidenceRecord at, Duration silence) {

    static WorkerSeen of(ReadValue<Heartbeat> last, Instant now) {
        Duration silence = Duration.between(last.at().appended(), now);
        return new WorkerSeen(last.value(), last.at(), silence.isNegative() ? Duration.ZERO : silence);
    }

    public boolean isGone() {
        return silence.compareTo(AgreedDurations.WORKER_GONE) > 0;
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
