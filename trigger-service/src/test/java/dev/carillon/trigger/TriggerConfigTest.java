package dev.carillon.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.config.ConfigLoader;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TriggerConfigTest {
    @Test
    void defaultsAreThoseOfTheDesign() {
        assertThat(TriggerConfig.DEFAULT.latchSession()).isEqualTo(Duration.ofSeconds(4));
        assertThat(TriggerConfig.DEFAULT.grace()).isEqualTo(Duration.ofSeconds(60));
        assertThat(TriggerConfig.DEFAULT.sliceRecords()).isEqualTo(12_000);
        assertThat(ConfigLoader.of(TriggerConfig.class).load().get(TriggerConfig.class))
                .isEqualTo(TriggerConfig.DEFAULT);
    }
}
