package dev.carillon.trigger.intake;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TombstoneHorizonTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");

    private final TombstoneHorizon horizon = new TombstoneHorizon();

    @Test
    void anInstanceAsleepWhileOthersLedForADayHasToRestart() {
        horizon.reads(1_000, START);
        horizon.hasRead(START.plusSeconds(1));

        Instant later = START.plus(Duration.ofHours(24));
        assertThatThrownBy(() -> horizon.reads(9_000, later))
                .isInstanceOf(TombstoneHorizon.Interrupted.class)
                .hasMessageContaining("from 2026-11-18T06:00:00Z to 2026-11-19T06:00:00Z");
    }

    @Test
    void anInstanceCutOffThatKeptPollingHasToRestartToo() {
        horizon.reads(1_000, START);
        horizon.hasRead(START.plusSeconds(1));
        horizon.hasRead(START.plus(Duration.ofHours(20)));

        Instant later = START.plus(Duration.ofHours(24));
        assertThatThrownBy(() -> horizon.reads(9_000, later)).isInstanceOf(TombstoneHorizon.Interrupted.class);
    }

    @Test
    void aClusterThatWasAsleepAsAWholeGoesOn() {
        horizon.reads(1_000, START);
        horizon.hasRead(START.plusSeconds(1));

        Instant later = START.plus(Duration.ofDays(3));
        assertThatCode(() -> horizon.reads(1_002, later)).doesNotThrowAnyException();
    }

    @Test
    void gapsThatCompactionHasLeftBeforeTheStartMeanNothing() {
        horizon.reads(10, START.minus(Duration.ofDays(5)));
        horizon.hasRead(START);
        horizon.reads(5_000, START.minus(Duration.ofDays(2)));

        assertThatCode(() -> horizon.reads(9_000, START)).doesNotThrowAnyException();
    }

    @Test
    void anHourWithoutRecordsIsNoGap() {
        horizon.reads(1_000, START);
        horizon.hasRead(START.plusSeconds(1));

        Instant later = START.plus(Duration.ofHours(1));
        assertThatCode(() -> horizon.reads(2_000, later)).doesNotThrowAnyException();
    }
}
