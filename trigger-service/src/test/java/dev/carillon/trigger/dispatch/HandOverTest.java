package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandOverTest {
    @ParameterizedTest
    @CsvSource({
        "06:00:30.000, 06:00:31, true",
        "06:00:30.700, 06:00:31, true",
        "06:00:30.701, 06:00:31, false",
        "06:00:30.000, 06:00:30, false",
        "06:00:30.999,         , true",
        "06:00:58.499,         , true",
        "06:00:58.500,         , false",
        "06:00:59.999,         , false",
        "06:01:00.000,         , false",
        "06:01:00.999,         , false",
        "06:01:01.000,         , true"
    })
    void nothingIsDueSoonAndNoFullMinuteIsNear(String now, String nextDue, boolean calm) {
        Optional<Instant> next = Optional.ofNullable(nextDue).map(HandOverTest::at);

        assertThat(HandOver.isCalm(at(now), next)).isEqualTo(calm);
    }

    private static Instant at(String time) {
        return Instant.parse("2026-11-18T" + time + "Z");
    }

    @Test
    void isUrgentWhenTheTimeIsOver() {
        ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
        HandOver handOver = new HandOver(clock);
        assertThat(handOver.isUrgent()).isFalse();
        handOver.ask(Duration.ofSeconds(4));
        assertThat(handOver.isUrgent()).isFalse();
        clock.advance(Duration.ofSeconds(4));
        assertThat(handOver.isUrgent()).isTrue();
    }
}
