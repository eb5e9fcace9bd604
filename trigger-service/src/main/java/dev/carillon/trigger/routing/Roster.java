package dev.carillon.trigger.routing;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.DefaultRouting;
import dev.carillon.schemas.record.Routing;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Puts the fleet together from what is heard, on one thread, and hands it to any other. */
public final class Roster implements Supplier<Fleet> {
    /** Beyond that many, workers are not routed to by more than the hash of keys. */
    private static final int MAX_WORKERS = 10_000;

    private final Map<String, Worker> workers = new TreeMap<>();
    private Routing byDefault = DefaultRouting.UNSET;
    private boolean changed;
    private volatile Fleet newest = Fleet.UNKNOWN;

    /** A heartbeat, with its offset; one that can't be read says nothing of where tasks may go. */
    public void heard(String workerId, long offset, byte[] heartbeat) {
        changed = true;
        try {
            if (workers.size() < MAX_WORKERS || workers.containsKey(workerId)) {
                workers.put(workerId, Worker.of(workerId, offset, Kind.HEARTBEAT.decode(heartbeat)));
            }
        } catch (ContractException e) {
            // Of a newer version, or foreign: such a worker gets what the hash of keys gives him.
            workers.remove(workerId);
        }
    }

    /** The worker lives no more. */
    public void gone(String workerId) {
        changed |= workers.remove(workerId) != null;
    }

    /** Nobody else lives. */
    public void keepOnly(Predicate<String> workerIds) {
        changed |= workers.keySet().removeIf(workerIds.negate());
    }

    /** Schedules that name none are routed so from now on. */
    public void byDefault(Routing routing) {
        changed |= routing != byDefault;
        byDefault = routing;
    }

    /** Hands over what was heard since the last time. */
    public void publish() {
        if (changed) {
            changed = false;
            newest = new Fleet(byDefault, List.copyOf(workers.values()));
        }
    }

    /** The newest fleet; any thread may ask. */
    @Override
    public Fleet get() {
        return newest;
    }
}
