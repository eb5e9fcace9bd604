package dev.carillon.benchmarks.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SeenTest {
    private final Seen seen = new Seen(3);

    @Test
    void eachScheduleCountsOnceAndEveryOtherTickOfItIsDoubled() {
        seen.add(0, 4);
        seen.add(2, 5);
        seen.add(0, 6);
        seen.add(0, 7);

        assertThat(seen.distinct()).isEqualTo(2);
        assertThat(seen.doubled()).isEqualTo(2);
        assertThat(seen.latenesses().count()).isEqualTo(4);
        assertThat(seen.latenesses().percentile(1)).isEqualTo(7);
    }

    @Test
    void aTickThatCameTwoHundredAndFiftySevenTimesIsStillOneOfADistinctSchedule() {
        for (int i = 0; i <= 256; i++) {
            seen.add(1, 0);
        }

        assertThat(seen.distinct()).isEqualTo(1);
        assertThat(seen.doubled()).isEqualTo(256);
    }
}
