package dev.carillon.trigger.presence;

import dev.carillon.trigger.meter.TriggerMeters;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** The number of workers online, and of those that came online or went offline. */
public final class PresenceMeters {
    private final Counter came;
    private final Counter went;
    private volatile int online;

    public PresenceMeters(MeterRegistry meters) {
        this.came = TriggerMeters.WORKERS_CHANGED.counter(meters, "online");
        this.went = TriggerMeters.WORKERS_CHANGED.counter(meters, "offline");
        TriggerMeters.WORKERS_ONLINE.gauge(meters, () -> online);
    }

    void online(int now) {
        online = now;
    }

    void published(WorkerPresence.Change change) {
        (change.online() ? came : went).increment();
    }
}
