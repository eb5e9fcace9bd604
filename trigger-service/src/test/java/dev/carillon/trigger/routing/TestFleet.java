package dev.carillon.trigger.routing;

import dev.carillon.schemas.record.Routing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.function.UnaryOperator;

/** Workers as a test wants them, a router over them, and what it chose. */
final class TestFleet {
    static final String TOPIC = "carillon.tasks.default.normal";
    static final String TYPE = "code";

    private final Map<String, Worker> workers = new TreeMap<>();
    private final Map<Integer, String> owners = new HashMap<>();
    private final Map<Integer, Long> ends = new HashMap<>();
    private final Map<Integer, Integer> written = new HashMap<>();
    final Map<Routing, Long> routed = new HashMap<>();
    long wentHome;
    private long heard;
    private Fleet fleet = Fleet.UNKNOWN;
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

    TestFleet worker(String id, UnaryOperator<Worker> how, int... partitions) {
        List<Worker.Held> held = new ArrayList<>();
        for (int number : partitions) {
            owners.put(number, id);
            held.add(new Worker.Held(TOPIC, number, ends.getOrDefault(number, 0L)));
        }
        heard++;
        Worker idle = new Worker(id, heard, Set.of("default"), Set.of(TYPE), 1, 10, 0, 0, 0, 0, held);
        workers.put(id, how.apply(idle));
        fleet = new Fleet(Routing.HASH, List.copyOf(workers.values()));
        return this;
    }

    TestFleet gone(String id) {
        workers.remove(id);
        fleet = new Fleet(Routing.HASH, List.copyOf(workers.values()));
        return this;
    }

    static UnaryOperator<Worker> weighing(int weight) {
        return w -> with(w, weight, w.capacity(), w.inHand(), w.held(), w.cpu(), w.taskMillis());
    }

    static UnaryOperator<Worker> slots(int capacity) {
        return w -> with(w, w.weight(), capacity, w.inHand(), w.held(), w.cpu(), w.taskMillis());
    }

    static UnaryOperator<Worker> busy(long inHand, long held) {
        return w -> with(w, w.weight(), w.capacity(), inHand, held, w.cpu(), w.taskMillis());
    }

    static UnaryOperator<Worker> using(double cpu) {
        return w -> with(w, w.weight(), w.capacity(), w.inHand(), w.held(), cpu, w.taskMillis());
    }

    static UnaryOperator<Worker> taking(double millis) {
        return w -> with(w, w.weight(), w.capacity(), w.inHand(), w.held(), w.cpu(), millis);
    }

    private static Worker with(
            Worker w, int weight, int capacity, long inHand, long held, double cpu, double taskMillis) {
        return new Worker(
                w.id(),
                w.heard(),
                w.queues(),
                w.types(),
                weight,
                capacity,
                inHand,
                held,
                cpu,
                taskMillis,
                w.partitions());
    }

    /** One committed slice of so many tasks; returns how many went to whom, by the owners of their partitions. */
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

    /** How far each of its partitions is fetched, by number. */
    static Worker fetchedUpTo(Worker w, IntToLongFunction fetched) {
        List<Worker.Held> held = w.partitions().stream()
                .map(one -> new Worker.Held(one.topic(), one.number(), fetched.applyAsLong(one.number())))
                .toList();
        return new Worker(
                w.id(),
                w.heard(),
                w.queues(),
                w.types(),
                w.weight(),
                w.capacity(),
                w.inHand(),
                w.held(),
                w.cpu(),
                w.taskMillis(),
                held);
    }
}
