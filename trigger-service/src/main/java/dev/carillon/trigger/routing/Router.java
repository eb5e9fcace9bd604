package dev.carillon.trigger.routing;

import dev.carillon.schemas.work.Routing;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the partition of each task, on the thread that commits the slices. The fleet does not change between
 * {@link #begin} and {@link #committed}.
 */
public final class Router {
    /** Returned by {@link #partition} when the hash of the key decides. */
    public static final int HOME = -1;
    /** Beyond this many topics and types all turn counters start from zero. */
    private static final int MAX_REMEMBERED = 1_000;

    private final Supplier<WorkerFleet> newest;
    private final Random random;
    private final RoutingWatch watch;
    private final WrittenOffsets offsets = new WrittenOffsets();
    /** Tasks of the current slice by strategy. */
    private final Map<Routing, Long> routed = new EnumMap<>(Routing.class);

    private long wentHome;
    private WorkerFleet fleet = WorkerFleet.UNKNOWN;
    private List<WorkerLoad> loads = List.of();
    private final Map<Served, Candidates> current = new HashMap<>();
    /** Candidates from before the fleet changed: their turn counters carry over. */
    private final Map<Served, Candidates> earlier = new HashMap<>();

    private record Served(String topic, String type) {}

    public Router(Supplier<WorkerFleet> newest, Random random, RoutingWatch watch) {
        this.newest = newest;
        this.random = random;
        this.watch = watch;
    }

    /** Begins a slice with the newest fleet. */
    public void begin() {
        WorkerFleet now = newest.get();
        if (!now.equals(fleet)) {
            fleet = now;
            earlier.putAll(current);
            current.clear();
            loads = loads(now);
        }
    }

    /** Gives each partition to the worker with the newest heartbeat that lists it. */
    private List<WorkerLoad> loads(WorkerFleet now) {
        Set<Object> taken = new HashSet<>();
        List<WorkerLoad> found = new ArrayList<>();
        List<RoutableWorker> lastFirst = new ArrayList<>(now.workers());
        lastFirst.sort(Comparator.comparingLong(RoutableWorker::heartbeatOffset).reversed());
        for (RoutableWorker worker : lastFirst) {
            WorkerLoad load = new WorkerLoad(worker);
            for (RoutableWorker.Held held : worker.partitions()) {
                if (taken.add(List.of(held.topic(), held.number()))) {
                    load.addPartition(held, offsets.beyond(held.topic(), held.number(), held.position()));
                }
            }
            found.add(load);
        }
        found.sort(Comparator.comparing(load -> load.worker().id()));
        return found;
    }

    /** The given strategy, or the default where a schedule names none. */
    public Routing strategy(@Nullable Routing named) {
        return named == null ? fleet.byDefault() : named;
    }

    /** The partition for a task, which counts as sent there; {@link #HOME} for hash, or if no worker can be chosen. */
    public int partition(Routing strategy, String topic, String queue, String type) {
        if (strategy == Routing.HASH) {
            return HOME;
        }
        WorkerLoad chosen = candidates(topic, queue, type).choose(strategy, random);
        if (chosen == null) {
            wentHome++;
            return HOME;
        }
        routed.merge(strategy, 1L, Long::sum);
        return chosen.send(topic);
    }

    private Candidates candidates(String topic, String queue, String type) {
        Served served = new Served(topic, type);
        Candidates candidates = current.get(served);
        if (candidates == null) {
            if (current.size() + earlier.size() >= 2 * MAX_REMEMBERED) {
                current.clear();
                earlier.clear();
            }
            List<WorkerLoad> serving = loads.stream()
                    .filter(load -> load.serves(topic, queue, type))
                    .toList();
            candidates = Candidates.of(serving, earlier.remove(served));
            current.put(served, candidates);
        }
        return candidates;
    }

    /** Whether the slice has routed a task; otherwise {@link #wrote} need not be called. */
    public boolean hasRouted() {
        return !routed.isEmpty();
    }

    /** A record of the slice was written there. */
    public void wrote(String topic, int number, long offset) {
        offsets.wrote(topic, number, offset);
    }

    /** The slice was committed. */
    public void committed() {
        routed.forEach(watch::routed);
        routed.clear();
        if (wentHome > 0) {
            watch.wentHome(wentHome);
            wentHome = 0;
        }
    }

    /** The slice may not have been committed: drops all that was counted. */
    public void forget() {
        routed.clear();
        wentHome = 0;
        fleet = WorkerFleet.UNKNOWN;
        loads = List.of();
        current.clear();
        earlier.clear();
    }
}
