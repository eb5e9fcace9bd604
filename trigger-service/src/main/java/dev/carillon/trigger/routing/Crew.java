package dev.carillon.trigger.routing;

import dev.carillon.schemas.record.Routing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The hands that serve one topic and type. Looked through for each task: no more than the topic has partitions. */
final class Crew {
    /**
     * Who takes less than so many times as long as the fastest is no slower: tasks differ more than workers, and a busy
     * machine holds one up for a while.
     */
    private static final double SLOW_FROM = 3;

    /** Tasks of less than a millisecond take the same time everywhere: what is measured then is chance. */
    private static final double LEAST_MILLIS = 1;

    private static final Map<Routing, Measure> MEASURES = new EnumMap<>(Map.of(
            Routing.ROUND_ROBIN, Measure.of(Routing.ROUND_ROBIN),
            Routing.WEIGHTED_ROUND_ROBIN, Measure.of(Routing.WEIGHTED_ROUND_ROBIN),
            Routing.LEAST_TASKS, Measure.of(Routing.LEAST_TASKS),
            Routing.LEAST_LOAD, Measure.of(Routing.LEAST_LOAD),
            Routing.LEAST_CONNECTIONS, Measure.of(Routing.LEAST_CONNECTIONS)));

    /** An array, as it is gone through for every task. */
    private final Seat[] seats;

    private Crew(List<Seat> seats) {
        this.seats = seats.toArray(Seat[]::new);
    }

    /**
     * A crew of these hands.
     *
     * @param before the same crew as it was, whose turns go on
     */
    static Crew of(List<Hand> hands, @Nullable Crew before) {
        Map<String, Turns> turns = before == null ? Map.of() : before.turnsById();
        Turns fewest = before == null ? new Turns() : before.fewestTurns();
        double fastest = hands.stream()
                .mapToDouble(hand -> hand.worker().taskMillis())
                .filter(millis -> millis > 0)
                .min()
                .orElse(0);
        List<Seat> seats = new ArrayList<>(hands.size());
        for (Hand hand : hands) {
            // Whoever is new begins with the turns of who had fewest, or all turns would be his until he had as many.
            Turns own = turns.getOrDefault(hand.worker().id(), fewest);
            seats.add(new Seat(hand, slowness(hand.worker().taskMillis(), fastest), own.notBehind(fewest)));
        }
        return new Crew(seats);
    }

    private static double slowness(double millis, double fastest) {
        if (millis <= 0) {
            return 1; // Unknown: nothing has ended there lately.
        }
        double times = Math.max(LEAST_MILLIS, millis) / Math.max(LEAST_MILLIS, fastest);
        return times < SLOW_FROM ? 1 : times;
    }

    /** Who weighs nothing has no turns by weight, and says nothing of how many the others have had. */
    private Turns fewestTurns() {
        List<Turns> all = Arrays.stream(seats).map(seat -> seat.turns).toList();
        List<Turns> weighty = Arrays.stream(seats)
                .filter(seat -> seat.hand.worker().weight() > 0)
                .map(seat -> seat.turns)
                .toList();
        return Turns.fewest(all, weighty);
    }

    private Map<String, Turns> turnsById() {
        Map<String, Turns> turns = new HashMap<>();
        for (Seat seat : seats) {
            turns.put(seat.hand.worker().id(), seat.turns);
        }
        return turns;
    }

    /** Whose task it is; null if nobody's. */
    @Nullable
    Hand choose(Routing strategy, Random random) {
        if (seats.length == 0) {
            return null;
        }
        Measure measure = MEASURES.get(strategy);
        Seat chosen = measure == null ? seats[random.nextInt(seats.length)] : least(strategy, measure);
        if (chosen == null) {
            return null;
        }
        chosen.takesTurn(strategy);
        return chosen.hand;
    }

    private @Nullable Seat least(Routing strategy, Measure measure) {
        Seat best = null;
        double least = Double.POSITIVE_INFINITY;
        for (Seat seat : seats) {
            double value = measure.of(seat);
            boolean equal = best != null && value == least && seat.turns.by(strategy) < best.turns.by(strategy);
            if (value < least || equal) {
                best = seat;
                least = value;
            }
        }
        return best;
    }
}
