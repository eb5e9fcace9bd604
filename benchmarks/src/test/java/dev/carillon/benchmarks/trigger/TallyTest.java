package dev.carillon.benchmarks.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TallyTest {
    private static final Instant FIRST = Instant.parse("2026-11-18T06:00:00Z");
    private static final int SIZE = 300;
    private static final Duration EVERY = Duration.ofSeconds(8);

    private final Tally tally = new Tally(2);

    @Test
    void aDoubledTickHidesNoMissingOne() {
        tick(0, FIRST);
        tick(0, FIRST);
        tick(0, FIRST.plusSeconds(8));
        tick(1, FIRST.plusSeconds(8));

        assertThat(tally.doubled()).isEqualTo(1);
        assertThat(tally.missing(FIRST, FIRST.plusSeconds(8), EVERY)).isEqualTo(1);
    }

    @Test
    void anInstantWithoutAnyTickLacksAll() {
        tick(0, FIRST);
        tick(1, FIRST);

        assertThat(tally.missing(FIRST, FIRST.plusSeconds(16), EVERY)).isEqualTo(4);
        assertThat(tally.missing(FIRST, FIRST, EVERY)).isZero();
    }

    @Test
    void sizesAreAveragedOverAllThatCame() {
        tick(0, FIRST);
        tick(1, FIRST);
        tick(1, FIRST);
        tick(1, FIRST.plusSeconds(8));

        assertThat(tally.averageBytes()).isEqualTo(SIZE + 0.75);
    }

    private void tick(int schedule, Instant at) {
        tally.add("report-" + schedule + ":" + at, SIZE + schedule);
    }
}
