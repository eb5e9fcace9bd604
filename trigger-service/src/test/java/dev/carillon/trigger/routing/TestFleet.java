package dev.carillon.trigger.routing;

import dev.carillon.schemas.work.Routing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.function.UnaryOperator;

/** A fleet of workers that a test sets up, a router over them, and its choices. */
final class TestFleet {
    static final String TOPIC = "carillon.tasks.default.normal";
    static final String TYPE = "code";

    private final Map<String, RoutableWorker> workers = new TreeMap<>();
    private final Map<Integer, String> owners = new HashMap<>();
    private final Map<Integer, Long> ends = new HashMap<>();
    private final Map<Integer, Integer> written = new HashMap<>();
    final Map<Routing, Long> routed = new HashMap<>();
    long wentHome;
    private long heartbeats;
    private WorkerFleet fleet = WorkerFleet.UNKNOWN;
    final Router router;

    TestFleet(long seed) {
        this.router = new Router(() -> fleet, new Random(seed), new RoutingWatch() {
            @Override
            public void routed(Routing strategy, long tasks) {
                routed.merge(strategy, tasks, Long::sum);
            }

            @Override
            public void wentHome(long tasks) {
                wentHome += tasks;
            }
        });
    }

    /** An idle worker with ten slots and these partitions, of which it has fetched all. */
    TestFleet worker(String id, int... partitions) {
        return worker(id, worker -> worker, partitions);
    }

    TestFleet worker(String id, UnaryOperator<RoutableWorker> how, int... partitions) {
        List<RoutableWorker.Held> held = new ArrayList<>();
        for (int number : partitions) {
            owners.put(number, id);
            held.add(new RoutableWorker.Held(TOPIC, number, ends.getOrDefault(number, 0L)));
        }
        heartbeats++;
        RoutableWorker idle = RoutableWorkerBuilder.builder()
                .id(id)
                .heartbeatOffset(heartbeats)
                .queues(Set.of("default"))
                .types(Set.of(TYPE))
                .weight(1)
                .capacity(10)
                .cpu(0)
                .taskMillis(0)
                .partitions(held)
                .build();
        workers.put(id, how.apply(idle));
        fleet = new WorkerFleet(Routing.HASH, List.copyOf(workers.values()));
        return this;
    }

    TestFleet gone(String id) {
        workers.remove(id);
        fleet = new WorkerFleet(Routing.HASH, List.copyOf(workers.values()));
        return this;
    }

    static UnaryOperator<RoutableWorker> weighing(int weight) {
        return w -> with(w, weight, w.capacity(), w.runningOrReady(), w.held(), w.cpu(), w.taskMillis());
    }

    static UnaryOperator<RoutableWorker> slots(int capacity) {
        return w -> with(w, w.weight(), capacity, w.runningOrReady(), w.held(), w.cpu(), w.taskMillis());
    }

    static UnaryOperator<RoutableWorker> busy(long running, long held) {
        return w -> with(w, w.weight(), w.capacity(), running, held, w.cpu(), w.taskMillis());
    }

    static UnaryOperator<RoutableWorker> using(double cpu) {
        return w -> with(w, w.weight(), w.capacity(), w.runningOrReady(), w.held(), cpu, w.taskMillis());
    }

    static UnaryOperator<RoutableWorker> taking(double millis) {
        return w -> with(w, w.weight(), w.capacity(), w.runningOrReady(), w.held(), w.cpu(), millis);
    }

    private static RoutableWorker with(
            RoutableWorker w, int weight, int capacity, long running, long held, double cpu, double taskMillis) {
        return RoutableWorkerBuilder.builder()
                .id(w.id())
                .heartbeatOffset(w.heartbeatOffset())
                .queues(w.queues())
                .types(w.types())
                .weight(weight)
                .capacity(capacity)
                .runningOrReady(running)
                .held(held)
                .cpu(cpu)
                .taskMillis(taskMillis)
                .partitions(w.partitions())
                .build();
    }

    /** Commits a slice with this many tasks; returns the number of tasks by the owner of their partition. */
    Map<String, Integer> slice(Routing strategy, int tasks) {
        router.begin();
        Map<String, Integer> shares = new TreeMap<>();
        written.clear();
        for (int i = 0; i < tasks; i++) {
            int partition = router.partition(strategy, TOPIC, "default", TYPE);
            shares.merge(partition == Router.HOME ? "home" : owners.getOrDefault(partition, "?"), 1, Integer::sum);
            written.merge(partition, 1, Integer::sum);
        }
        written.forEach((partition, count) -> {
            if (partition != Router.HOME) {
                long end = ends.merge(partition, (long) count, Long::sum);
                router.wrote(TOPIC, partition, end - 1);
            }
        });
        router.committed();
        return shares;
    }

    /** How many tasks of the last slice went into each partition. */
    Map<Integer, Integer> written() {
        return new TreeMap<>(written);
    }

    long end(int partition) {
        return ends.getOrDefault(partition, 0L);
    }

    /** The worker after it has fetched its partitions up to these offsets, by partition number. */
    static RoutableWorker fetchedUpTo(RoutableWorker w, IntToLongFunction fetched) {
        List<RoutableWorker.Held> held = w.partitions().stream()
                .map(one -> new RoutableWorker.Held(one.topic(), one.number(), fetched.applyAsLong(one.number())))
                .toList();
        return RoutableWorkerBuilder.builder(w).partitions(held).build();
    }
}
