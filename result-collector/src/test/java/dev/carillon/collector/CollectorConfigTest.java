package dev.carillon.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.config.problem.ConfigException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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

    @Test
    void transactionsThatTheTriggerWouldEndAreRefused() {
        ConfigLoader asked =
                ConfigLoader.of(CollectorConfig.class).flags(new HashMap<>(Map.of("collector.commit-interval", "4s")));

        assertThatThrownBy(asked::load).isInstanceOf(ConfigException.class).hasMessageContaining("10ms to 3s");
    }
}
