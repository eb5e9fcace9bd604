package dev.carillon.benchmarks.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Something and the raw limit that judges it, measured turn by turn: what disturbs the machine for a while then disturbs
 * both.
 *
 * @param limit what the raw limit reached, by turns
 * @param judged what the other reached in the same turns
 */
public record Turns(List<Double> limit, List<Double> judged) {

    /** Measures so many turns, the limit first in each. */
    public static Turns take(int turns, Callable<Double> limit, Callable<Double> judged) throws Exception {
        List<Double> limits = new ArrayList<>();
        List<Double> found = new ArrayList<>();
        for (int turn = 0; turn < turns; turn++) {
            limits.add(limit.call());
            found.add(judged.call());
        }
        return new Turns(List.copyOf(limits), List.copyOf(found));
    }

    public double limitMedian() {
        return Report.median(limit);
    }

    public double judgedMedian() {
        return Report.median(judged);
    }

    /** What share of the limit is reached: the median over the turns. */
    public double share() {
        List<Double> shares = new ArrayList<>();
        for (int turn = 0; turn < limit.size(); turn++) {
            shares.add(judged.get(turn) / limit.get(turn));
        }
        return Report.median(shares);
    }
}
