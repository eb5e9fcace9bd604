package dev.carillon.benchmarks.frame;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SamplesTest {
    private final Samples samples = new Samples();

    @Test
    void aPercentileIsTheSmallestValueThatSoManyDoNotExceed() {
        for (int i = 1_500; i >= 1; i--) {
            samples.add(i);
        }

        assertThat(samples.percentile(0)).isEqualTo(1);
        assertThat(samples.percentile(0.5)).isEqualTo(750);
        assertThat(samples.percentile(0.99)).isEqualTo(1_485);
        assertThat(samples.percentile(0.9999)).isEqualTo(1_500);
        assertThat(samples.percentile(1)).isEqualTo(1_500);
    }

    @Test
    void ofOneValueEveryPercentileIsThat() {
        samples.add(7);

        assertThat(samples.percentile(0.01)).isEqualTo(7);
        assertThat(samples.percentile(1)).isEqualTo(7);
    }

    @Test
    void ofNothingThereIsNoPercentile() {
        assertThat(samples.percentile(0.5)).isNaN();
        assertThat(samples.below(0)).isZero();
    }

    @Test
    void whatLiesBelowALimitIsCountedWithoutTheLimitItself() {
        Samples others = new Samples();
        others.add(-0.5);
        others.add(-2);
        samples.add(0);
        samples.addAll(others);
        samples.add(3);

        assertThat(samples.below(0)).isEqualTo(2);
        assertThat(samples.count()).isEqualTo(4);
    }
}
