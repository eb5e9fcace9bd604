package dev.carillon.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.Freshness;
import dev.carillon.kit.admin.Health;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class ConsoleHealthTest {
    private static final Instant THEN = Instant.parse("2026-11-18T06:00:00Z");

    private static Health health(Freshness freshness) {
        return ConsoleHealth.history(true, freshness, ConsoleHealth.whyGone(freshness, "kafka:9092"));
    }

    @Test
    void withoutKafkaItIsNotWellAndNamesTheAddressAndTheTime() {
        Health found = health(new Freshness(THEN, 0, true, THEN));
        assertThat(found.ok()).isFalse();
        assertThat(found.words()).contains("kafka:9092", "2026-11-18T06:00:00Z");
    }

    @Test
    void whileItReadsWhatWasBeforeItItIsOfUseAlready() {
        assertThat(health(new Freshness(null, -1, false, null))).isEqualTo(Health.good("it begins to read"));
        Health reading = health(new Freshness(THEN, 4_711, false, null));
        assertThat(reading.ok()).isTrue();
        assertThat(reading.words()).contains("4711 records are left");
    }

    @Test
    void howFarItIsBehindIsSaid() {
        assertThat(health(new Freshness(THEN, 0, true, null)).words()).isEqualTo("up to date");
        assertThat(health(new Freshness(THEN, 17, true, null)).words()).isEqualTo("17 records behind");
    }
}
