package dev.carillon.benchmarks.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A measurement and its raw limit, taken turn by turn, so that a temporary disturbance of the machine affects both.
 *
 * @param limit the figures of the raw limit, by turns
 * @param judged the figures of the measured subject in the same turns
 */
public record Turns(List<Double> limit, List<Double> judged) {

    /** Takes this many turns, the limit first in each. */
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

    /** The share of the limit that is reached: the median over the turns. */
    public double share() {
        List<Double> shares = new ArrayList<>();
        for (int turn = 0; turn < limit.size(); turn++) {
            shares.add(judged.get(turn) / limit.get(turn));
        }
        return Report.median(shares);
    }
}
