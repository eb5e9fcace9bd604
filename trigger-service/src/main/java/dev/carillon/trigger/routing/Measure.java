package dev.carillon.trigger.routing;

import dev.carillon.schemas.record.Routing;

/** By what a strategy compares workers: who measures least is chosen, and of equals whose turn was longest ago. */
@FunctionalInterface
interface Measure {
    double of(Seat seat);

    /** The measure of a strategy; {@code hash} and {@code random} have none. */
    static Measure of(Routing strategy) {
        return switch (strategy) {
            case HASH, RANDOM -> throw new IllegalArgumentException(strategy + " compares nobody");
            case ROUND_ROBIN -> seat -> seat.turns.by(Routing.ROUND_ROBIN);
            case WEIGHTED_ROUND_ROBIN -> Measure::endOfNextTurn;
            // With the task in question: among idle ones it is at once the fastest's.
            case LEAST_TASKS -> seat -> seat.burden(seat.hand.tasks() + 1);
            case LEAST_CONNECTIONS ->
                seat -> seat.burden(seat.hand.tasks() + seat.hand.worker().held() + 1);
            case LEAST_LOAD ->
                seat -> seat.hand.worker().cpu()
                        + seat.hand.tasks() / (double) seat.hand.worker().capacity();
        };
    }

    /** A turn is the shorter the heavier one weighs, and whose would end first has it. */
    private static double endOfNextTurn(Seat seat) {
        int weight = seat.hand.worker().weight();
        return weight == 0 ? Double.POSITIVE_INFINITY : seat.turns.by(Routing.WEIGHTED_ROUND_ROBIN) + 1.0 / weight;
    }
}
