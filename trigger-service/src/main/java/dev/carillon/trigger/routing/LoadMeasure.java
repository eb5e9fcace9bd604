package dev.carillon.trigger.routing;

import dev.carillon.schemas.work.Routing;
import org.jspecify.annotations.Nullable;

/** The value by which a strategy compares workers: the least wins, and among equals the one with the fewest turns. */
@FunctionalInterface
interface LoadMeasure {
    double of(Candidate candidate);

    /** The measure of a strategy; null for one that compares no workers. */
    static @Nullable LoadMeasure of(Routing strategy) {
        return switch (strategy) {
            case HASH, RANDOM -> null;
            case ROUND_ROBIN -> candidate -> candidate.turns.by(Routing.ROUND_ROBIN);
            case WEIGHTED_ROUND_ROBIN -> LoadMeasure::endOfNextTurn;
            // The task to be routed is counted, so that among idle workers the fastest gets it.
            case LEAST_TASKS -> candidate -> candidate.cost(candidate.load.tasks() + 1);
            case LEAST_CONNECTIONS ->
                candidate -> candidate.cost(
                        candidate.load.tasks() + candidate.load.worker().held() + 1);
            case LEAST_LOAD ->
                candidate -> candidate.load.worker().cpu()
                        + candidate.load.tasks()
                                / (double) candidate.load.worker().capacity();
        };
    }

    /** A turn lasts 1/weight: the worker whose next turn would end first is chosen. */
    private static double endOfNextTurn(Candidate candidate) {
        int weight = candidate.load.worker().weight();
        return weight == 0 ? Double.POSITIVE_INFINITY : candidate.turns.by(Routing.WEIGHTED_ROUND_ROBIN) + 1.0 / weight;
    }
}
