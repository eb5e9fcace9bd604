package dev.carillon.trigger.routing;

import dev.carillon.schemas.work.Routing;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** How many turns a worker has had, counted separately for round-robin, weighted round-robin and all others. */
final class TurnCounters {
    private double round;
    private double weighted;
    /** For strategies that compare load, where turns only break ties. */
    private double chosen;

    /**
     * The minimum of each counter; 0 if there are no workers.
     *
     * @param weightedOnes those of workers with a weight above 0
     */
    static TurnCounters fewest(Collection<TurnCounters> all, Collection<TurnCounters> weightedOnes) {
        TurnCounters fewest = new TurnCounters();
        fewest.round = least(all, turns -> turns.round);
        fewest.weighted = least(weightedOnes, turns -> turns.weighted);
        fewest.chosen = least(all, turns -> turns.chosen);
        return fewest;
    }

    private static double least(Collection<TurnCounters> all, ToDoubleFunction<TurnCounters> kind) {
        return all.stream().mapToDouble(kind).min().orElse(0);
    }

    /** A copy with at least these weighted turns: a worker whose weight was 0 would else get every task at first. */
    TurnCounters notBehind(TurnCounters fewest) {
        TurnCounters copy = new TurnCounters();
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

    /** Counts a turn; a weighted one counts 1/weight. */
    void take(Routing strategy, int weight) {
        switch (strategy) {
            case ROUND_ROBIN -> round++;
            case WEIGHTED_ROUND_ROBIN -> weighted += 1.0 / weight;
            default -> chosen++;
        }
    }
}
