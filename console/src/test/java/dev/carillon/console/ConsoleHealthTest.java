package dev.carillon.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.kit.admin.Health;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ConsoleHealthTest {
    private static final Instant THEN = Instant.parse("2026-11-18T06:00:00Z");

    private static Health health(HistoryFreshness freshness) {
        return ConsoleHealth.history(true, freshness, ConsoleHealth.whyGone(freshness, "kafka:9092"));
    }

    @Test
    void withoutKafkaItIsUnhealthyAndNamesAddressAndTime() {
        Health found = health(new HistoryFreshness(THEN, 0, true, THEN));
        assertThat(found.ok()).isFalse();
        assertThat(found.words()).contains("kafka:9092", "2026-11-18T06:00:00Z");
    }

    @Test
    void catchingUpIsHealthy() {
        assertThat(health(new HistoryFreshness(null, -1, false, null)))
                .isEqualTo(Health.good("starting to read the topics"));
        Health reading = health(new HistoryFreshness(THEN, 4_711, false, null));
        assertThat(reading.ok()).isTrue();
        assertThat(reading.words()).contains("4711 records left to read");
    }

    @Test
    void wordsNameHowFarItIsBehind() {
        assertThat(health(new HistoryFreshness(THEN, 0, true, null)).words()).isEqualTo("up to date");
        assertThat(health(new HistoryFreshness(THEN, 17, true, null)).words()).isEqualTo("17 records behind");
    }
}
