package dev.carillon.insight.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class DurationHistogramTest {
    @Test
    void quantilesOfAnyDistributionAreWithinTheStatedError() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            DurationHistogram histogram = new DurationHistogram();
            double spread = 1 + random.nextInt(4);
            long[] micros = new long[1 + random.nextInt(5_000)];
            for (int i = 0; i < micros.length; i++) {
                micros[i] = 101 + Math.round(1_000 * Math.exp(spread * random.nextGaussian()));
                histogram.add(Duration.ofNanos(micros[i] * 1_000));
            }
            Arrays.sort(micros);
            for (double share : new double[] {0.01, 0.5, 0.95, 0.99, 1}) {
                long exact = micros[(int) Math.ceil(share * micros.length) - 1];
                double found = histogram.quantile(share).toNanos() / 1_000.0;
                assertThat(Math.abs(found - exact) / exact)
                        .as("seed %s, quantile %s of %s", seed, share, micros.length)
                        .isLessThanOrEqualTo(DurationHistogram.ERROR + 1e-6);
            }
        }
    }

    @Test
    void edgesNeitherThrowNorOverflow() {
        DurationHistogram histogram = new DurationHistogram();
        assertThat(histogram.quantile(0.5)).isZero();
        histogram.add(Duration.ofMillis(-5));
        histogram.add(Duration.ZERO);
        assertThat(histogram.quantile(1)).isZero();
        histogram.add(Duration.ofDays(100_000_000));
        assertThat(histogram.quantile(1)).isBetween(Duration.ofDays(29), Duration.ofDays(31));
        assertThat(histogram.count()).isEqualTo(3);
    }
}
