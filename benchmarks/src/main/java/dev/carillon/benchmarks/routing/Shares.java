package dev.carillon.benchmarks.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** How many executions each worker ran in one phase, and how long tasks waited there. */
final class Shares {
    private static final double HUNDRED = 100;

    private final long[] counts = new long[KafkaStage.WORKERS];
    /** The longest wait at each worker, by the instant whose ticks waited. */
    private final List<Map<Instant, Double>> oldest = new ArrayList<>();

    Shares() {
        for (int i = 0; i < counts.length; i++) {
            oldest.add(new TreeMap<>());
        }
    }

    void add(Rung.Ring ring) {
        counts[ring.worker()]++;
        oldest.get(ring.worker()).merge(ring.nominal(), ring.waited(), Math::max);
    }

    private long all() {
        return IntStream.range(0, counts.length).mapToLong(i -> counts[i]).sum();
    }

    /**
     * How far the worst share is from its weight's share, in percent of that. Without executions it is NaN, as are all
     * values here.
     */
    double worstPercentOff(int... weights) {
        int sum = IntStream.of(weights).sum();
        double worst = 0;
        for (int i = 0; i < counts.length; i++) {
            double fair = all() * (double) weights[i] / sum;
            worst = Math.max(worst, HUNDRED * Math.abs(counts[i] - fair) / fair);
        }
        return worst;
    }

    double busiestTimesAverage() {
        long most = IntStream.range(0, counts.length)
                .mapToLong(i -> counts[i])
                .max()
                .orElse(0);
        return most * (double) counts.length / all();
    }

    /** The age of the oldest task that waited there, on average over the instants. */
    double queueAgeMillis(int worker) {
        return oldest.get(worker).values().stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(Double.NaN);
    }

    double queueAgeTimesOthers(int worker) {
        double others = IntStream.range(0, counts.length)
                .filter(i -> i != worker)
                .mapToDouble(this::queueAgeMillis)
                .average()
                .orElse(Double.NaN);
        // Below a millisecond the ratio would only compare clock errors.
        return queueAgeMillis(worker) / Math.max(1, others);
    }

    @Override
    public String toString() {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            words.add(counts[i] + " (" + Math.round(queueAgeMillis(i)) + " ms)");
        }
        return String.join(", ", words);
    }
}
