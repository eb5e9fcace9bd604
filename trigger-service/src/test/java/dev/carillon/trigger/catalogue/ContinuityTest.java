package dev.carillon.trigger.catalogue;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ContinuityTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");

    private final Continuity continuity = new Continuity();

    @Test
    void whoWasAsleepWhileOthersLedForADayHasToStartAnew() {
        continuity.reads(1_000, START);
        continuity.hasRead(START.plusSeconds(1));

        Instant later = START.plus(Duration.ofHours(24));
        assertThatThrownBy(() -> continuity.reads(9_000, later))
                .isInstanceOf(Continuity.Interrupted.class)
                .hasMessageContaining("from 2026-11-18T06:00:00Z to 2026-11-19T06:00:00Z");
    }

    @Test
    void whoWasCutOffAndWentOnAskingHasToStartAnewToo() {
        continuity.reads(1_000, START);
        continuity.hasRead(START.plusSeconds(1));
        continuity.hasRead(START.plus(Duration.ofHours(20)));

        Instant later = START.plus(Duration.ofHours(24));
        assertThatThrownBy(() -> continuity.reads(9_000, later)).isInstanceOf(Continuity.Interrupted.class);
    }

    @Test
    void aClusterThatWasAsleepAsAWholeGoesOn() {
        continuity.reads(1_000, START);
        continuity.hasRead(START.plusSeconds(1));

        Instant later = START.plus(Duration.ofDays(3));
        assertThatCode(() -> continuity.reads(1_002, later)).doesNotThrowAnyException();
    }

    @Test
    void holesThatCompactionHasLeftBeforeTheStartMeanNothing() {
        continuity.reads(10, START.minus(Duration.ofDays(5)));
        continuity.hasRead(START);
        continuity.reads(5_000, START.minus(Duration.ofDays(2)));

        assertThatCode(() -> continuity.reads(9_000, START)).doesNotThrowAnyException();
    }

    @Test
    void anHourWithoutNewsIsNoHole() {
        continuity.reads(1_000, START);
        continuity.hasRead(START.plusSeconds(1));

        Instant later = START.plus(Duration.ofHours(1));
        assertThatCode(() -> continuity.reads(2_000, later)).doesNotThrowAnyException();
    }
}
