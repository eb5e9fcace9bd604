package dev.carillon.collector;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.config.ConfigLoader;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CollectorConfigTest {
    @Test
    void theDefaultsAreThese() {
        assertThat(ConfigLoader.of(CollectorConfig.class).load().get(CollectorConfig.class))
                .isEqualTo(new CollectorConfig(
                        "data/collector",
                        1,
                        Duration.ofMillis(100),
                        Duration.ofSeconds(6),
                        0,
                        1_000_000,
                        Duration.ofMinutes(2)));
    }
}
