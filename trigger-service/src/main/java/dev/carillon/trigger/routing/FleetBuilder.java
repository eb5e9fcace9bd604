package dev.carillon.trigger.routing;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.DefaultRouting;
import dev.carillon.schemas.work.Routing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Builds the fleet from heartbeats and settings on one thread, and publishes it to all others. */
public final class FleetBuilder implements Supplier<WorkerFleet> {
    /** Workers beyond this number get tasks by the hash of keys only. */
    private static final int MAX_WORKERS = 10_000;

    private final Map<String, RoutableWorker> workers = new TreeMap<>();
    private Routing byDefault = DefaultRouting.UNSET;
    private boolean changed;
    private volatile WorkerFleet newest = WorkerFleet.UNKNOWN;

    /** Takes in a heartbeat; a worker whose heartbeat can't be read is not routed to. */
    public void heartbeat(String workerId, long offset, byte[] heartbeat) {
        changed = true;
        try {
            if (workers.size() < MAX_WORKERS || workers.containsKey(workerId)) {
                workers.put(workerId, RoutableWorker.of(workerId, offset, Kind.HEARTBEAT.decode(heartbeat)));
            }
        } catch (ContractException e) {
            // Written by a newer version or a foreign program: that worker gets tasks by the hash of keys only.
            workers.remove(workerId);
        }
    }

    /** The worker is offline. */
    public void gone(String workerId) {
        changed |= workers.remove(workerId) != null;
    }

    /** Drops all other workers. */
    public void keepOnly(Predicate<String> workerIds) {
        changed |= workers.keySet().removeIf(workerIds.negate());
    }

    /** Sets the strategy of schedules that name none. */
    public void byDefault(Routing routing) {
        changed |= routing != byDefault;
        byDefault = routing;
    }

    /** Publishes a new fleet if anything has changed. */
    public void publish() {
        if (changed) {
            changed = false;
            newest = new WorkerFleet(byDefault, List.copyOf(workers.values()));
        }
    }

    /** The newest published fleet; any thread may call this. */
    @Override
    public WorkerFleet get() {
        return newest;
    }
}
