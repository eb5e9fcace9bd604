package dev.carillon.trigger.leadership;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.trigger.meter.TriggerMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;

/** Makes sure that this instance is still queued for leadership: a latch does not notice when its own node is gone. */
public final class CuratorLatchWatch implements LoopBody {
    /** A missing node is found after three checks, so within three seconds. */
    public static final Duration EVERY = Duration.ofSeconds(1);

    private final CuratorLeadership leadership;
    private final Counter requeued;

    public CuratorLatchWatch(CuratorLeadership leadership, MeterRegistry meters) {
        this.leadership = leadership;
        this.requeued = TriggerMeters.LATCH_REQUEUED.counter(meters);
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        if (leadership.requeueIfMissing()) {
            requeued.increment();
        }
    }
}
