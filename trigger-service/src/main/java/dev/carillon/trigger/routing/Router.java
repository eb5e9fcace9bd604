package dev.carillon.trigger.routing;

import dev.carillon.schemas.record.Routing;
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
 * Chooses partitions for the tasks of one slice after the other, on the thread that commits them. Between {@link #begin}
 * and {@link #committed} the fleet is one and the same.
 */
public final class Router {
    /** What {@link #partition} answers when nobody is to be chosen. */
    public static final int HOME = -1;
    /** Beyond that many topics and types all turns begin anew. */
    private static final int MAX_CREWS = 1_000;

    private final Supplier<Fleet> newest;
    private final Random random;
    private final RoutingWatch watch;
    private final Ends ends = new Ends();
    /** Of this slice. */
    private final Map<Routing, Long> routed = new EnumMap<>(Routing.class);

    private long wentHome;
    private Fleet fleet = Fleet.UNKNOWN;
    private List<Hand> hands = List.of();
    private final Map<Served, Crew> crews = new HashMap<>();
    /** Crews as they were before the fleet changed. */
    private final Map<Served, Crew> earlier = new HashMap<>();

    private record Served(String topic, String type) {}

    public Router(Supplier<Fleet> newest, Random random, RoutingWatch watch) {
        this.newest = newest;
        this.random = random;
        this.watch = watch;
    }

    /** A slice begins: what was heard since the last one counts from now on. */
    public void begin() {
        Fleet now = newest.get();
        if (!now.equals(fleet)) {
            fleet = now;
            earlier.putAll(crews);
            crews.clear();
            hands = hands(now);
        }
    }

    /** Who has a partition is who said so last. */
    private List<Hand> hands(Fleet now) {
        Set<Object> taken = new HashSet<>();
        List<Hand> found = new ArrayList<>();
        List<Worker> lastFirst = new ArrayList<>(now.workers());
        lastFirst.sort(Comparator.comparingLong(Worker::heard).reversed());
        for (Worker worker : lastFirst) {
            Hand hand = new Hand(worker);
            for (Worker.Held held : worker.partitions()) {
                if (taken.add(List.of(held.topic(), held.number()))) {
                    hand.has(held, ends.beyond(held.topic(), held.number(), held.position()));
                }
            }
            found.add(hand);
        }
        found.sort(Comparator.comparing(hand -> hand.worker().id()));
        return found;
    }

    /** The strategy of a schedule that names this one, or none. */
    public Routing strategy(@Nullable Routing named) {
        return named == null ? fleet.byDefault() : named;
    }

    /** The partition for a task, which from now on counts as sent there; {@link #HOME} if there is nobody to choose. */
    public int partition(Routing strategy, String topic, String queue, String type) {
        if (strategy == Routing.HASH) {
            return HOME;
        }
        Hand chosen = crew(topic, queue, type).choose(strategy, random);
        if (chosen == null) {
            wentHome++;
            return HOME;
        }
        routed.merge(strategy, 1L, Long::sum);
        return chosen.send(topic);
    }

    private Crew crew(String topic, String queue, String type) {
        Served served = new Served(topic, type);
        Crew crew = crews.get(served);
        if (crew == null) {
            if (crews.size() + earlier.size() >= 2 * MAX_CREWS) {
                crews.clear();
                earlier.clear();
            }
            List<Hand> serving = hands.stream()
                    .filter(hand -> hand.serves(topic, queue, type))
                    .toList();
            crew = Crew.of(serving, earlier.remove(served));
            crews.put(served, crew);
        }
        return crew;
    }

    /** Whether the slice has routed anything, so that it is worth saying where it was written. */
    public boolean hasRouted() {
        return !routed.isEmpty();
    }

    /** A record of the slice was written there. */
    public void wrote(String topic, int number, long offset) {
        ends.wrote(topic, number, offset);
    }

    /** The slice stands. */
    public void committed() {
        routed.forEach(watch::routed);
        routed.clear();
        if (wentHome > 0) {
            watch.wentHome(wentHome);
            wentHome = 0;
        }
    }

    /** The slice may not stand: what was counted for it is counted no more. */
    public void forget() {
        routed.clear();
        wentHome = 0;
        fleet = Fleet.UNKNOWN;
        hands = List.of();
        crews.clear();
        earlier.clear();
    }
}
