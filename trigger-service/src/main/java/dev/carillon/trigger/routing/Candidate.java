package dev.carillon.trigger.routing;

import dev.carillon.schemas.work.Routing;

/** A worker that can be chosen for one topic and type: its load, its turns, and its speed beside the others. */
final class Candidate {
    final WorkerLoad load;
    final TurnCounters turns;
    private final double costOfOne;

    Candidate(WorkerLoad load, double slowness, TurnCounters turns) {
        this.load = load;
        this.turns = turns;
        this.costOfOne = slowness / load.worker().capacity();
    }

    void takesTurn(Routing strategy) {
        turns.take(strategy, load.worker().weight());
    }

    /** The tasks weighed by speed and slots: a slow worker, or one with few slots, needs longer for the same number. */
    double cost(long tasks) {
        return tasks * costOfOne;
    }
}
