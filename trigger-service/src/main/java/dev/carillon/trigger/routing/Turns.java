package dev.carillon.trigger.routing;

import dev.carillon.schemas.record.Routing;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** How often somebody's turn has been, each kind of turn for itself. */
final class Turns {
    private double round;
    private double weighted;
    /** By strategies that go by what one has to do, and by turns only among equals. */
    private double chosen;

    /**
     * As many as whoever had fewest of each kind; none where there is nobody.
     *
     * @param weighty those of all who have turns by weight
     */
    static Turns fewest(Collection<Turns> all, Collection<Turns> weighty) {
        Turns fewest = new Turns();
        fewest.round = least(all, turns -> turns.round);
        fewest.weighted = least(weighty, turns -> turns.weighted);
        fewest.chosen = least(all, turns -> turns.chosen);
        return fewest;
    }

    private static double least(Collection<Turns> all, ToDoubleFunction<Turns> kind) {
        return all.stream().mapToDouble(kind).min().orElse(0);
    }

    /** The same; by weight no fewer than those have had who weigh something, or whoever begins to would get all of them. */
    Turns notBehind(Turns fewest) {
        Turns copy = new Turns();
        copy.round = round;
        copy.weighted = Math.max(weighted, fewest.weighted);
        copy.chosen = chosen;
        return copy;
    }

    double by(Routing strategy) {
        return switch (strategy) {
            case ROUND_ROBIN -> round;
            case WEIGHTED_ROUND_ROBIN -> weighted;
            default -> chosen;
        };
    }

    /** A turn by weight is the shorter the more one weighs. */
    void take(Routing strategy, int weight) {
        switch (strategy) {
            case ROUND_ROBIN -> round++;
            case WEIGHTED_ROUND_ROBIN -> weighted += 1.0 / weight;
            default -> chosen++;
        }
    }
}
