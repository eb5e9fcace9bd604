package dev.carillon.trigger.routing;

import dev.carillon.schemas.work.Routing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The workers that serve one topic and type: at most as many as the topic has partitions. Searched for each task. */
final class Candidates {
    /**
     * A worker counts as slow if it takes at least this many times as long as the fastest. Below that the difference
     * may come from the tasks, or from a machine that is busy for a while.
     */
    private static final double SLOW_FROM = 3;

    /** Below a millisecond the measured differences are chance. */
    private static final double LEAST_MILLIS = 1;

    /** An array, because every task iterates over it. */
    private final Candidate[] candidates;

    private Candidates(List<Candidate> candidates) {
        this.candidates = candidates.toArray(Candidate[]::new);
    }

    /**
     * The candidates among these workers.
     *
     * @param before the candidates before the fleet changed, whose turns go on
     */
    static Candidates of(List<WorkerLoad> loads, @Nullable Candidates before) {
        Map<String, TurnCounters> turns = before == null ? Map.of() : before.turnsById();
        TurnCounters fewest = before == null ? new TurnCounters() : before.fewestTurns();
        double fastest = loads.stream()
                .mapToDouble(load -> load.worker().taskMillis())
                .filter(millis -> millis > 0)
                .min()
                .orElse(0);
        List<Candidate> candidates = new ArrayList<>(loads.size());
        for (WorkerLoad load : loads) {
            // A new worker begins with the fewest turns any other has had; from zero it would get every task at first.
            TurnCounters own = turns.getOrDefault(load.worker().id(), fewest);
            candidates.add(new Candidate(load, slowness(load.worker().taskMillis(), fastest), own.notBehind(fewest)));
        }
        return new Candidates(candidates);
    }

    private static double slowness(double millis, double fastest) {
        if (millis <= 0) {
            return 1; // Unknown: nothing has ended there lately.
        }
        double times = Math.max(LEAST_MILLIS, millis) / Math.max(LEAST_MILLIS, fastest);
        return times < SLOW_FROM ? 1 : times;
    }

    /** Workers of weight 0 never take a weighted turn, so they are left out of the weighted minimum. */
    private TurnCounters fewestTurns() {
        List<TurnCounters> all =
                Arrays.stream(candidates).map(candidate -> candidate.turns).toList();
        List<TurnCounters> weighted = Arrays.stream(candidates)
                .filter(candidate -> candidate.load.worker().weight() > 0)
                .map(candidate -> candidate.turns)
                .toList();
        return TurnCounters.fewest(all, weighted);
    }

    private Map<String, TurnCounters> turnsById() {
        Map<String, TurnCounters> turns = new HashMap<>();
        for (Candidate candidate : candidates) {
            turns.put(candidate.load.worker().id(), candidate.turns);
        }
        return turns;
    }

    /** The worker for the next task; null if none can take it. */
    @Nullable
    WorkerLoad choose(Routing strategy, Random random) {
        if (candidates.length == 0) {
            return null;
        }
        LoadMeasure measure = LoadMeasure.of(strategy);
        Candidate chosen = measure == null ? candidates[random.nextInt(candidates.length)] : least(strategy, measure);
        if (chosen == null) {
            return null;
        }
        chosen.takesTurn(strategy);
        return chosen.load;
    }

    private @Nullable Candidate least(Routing strategy, LoadMeasure measure) {
        Candidate best = null;
        double least = Double.POSITIVE_INFINITY;
        for (Candidate candidate : candidates) {
            double value = measure.of(candidate);
            boolean equal = best != null && value == least && candidate.turns.by(strategy) < best.turns.by(strategy);
            if (value < least || equal) {
                best = candidate;
                least = value;
            }
        }
        return best;
    }
}
