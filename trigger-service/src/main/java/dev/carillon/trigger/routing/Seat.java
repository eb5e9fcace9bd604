package dev.carillon.trigger.routing;

import dev.carillon.schemas.record.Routing;

/** A hand among those that serve the same: how slow it is beside the others, and how often its turn has been. */
final class Seat {
    final Hand hand;
    final Turns turns;
    private final double burdenOfOne;

    Seat(Hand hand, double slowness, Turns turns) {
        this.hand = hand;
        this.turns = turns;
        this.burdenOfOne = slowness / hand.worker().capacity();
    }

    void takesTurn(Routing strategy) {
        turns.take(strategy, hand.worker().weight());
    }

    /** What these tasks are to it: few are many for whoever is slow or has few slots. */
    double burden(long tasks) {
        return tasks * burdenOfOne;
    }
}
