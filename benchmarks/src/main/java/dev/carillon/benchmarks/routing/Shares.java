package dev.carillon.benchmarks.routing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** What each worker did of one phase, and how long tasks waited there. */
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

    /** How far the worst share is from what the weights give it, in percent of that. As all here: no number of nothing. */
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

    /** How old the oldest task that waited there was, on average over the instants. */
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
        // Below a millisecond it is the clock that is compared.
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
