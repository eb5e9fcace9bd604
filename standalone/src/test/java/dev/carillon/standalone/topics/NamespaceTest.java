package dev.carillon.standalone.topics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.embed.NamespaceConfig;
import org.junit.jupiter.api.Test;

class NamespaceTest {
    @Test
    void settingReadByEmbeddedServicesIsTheOneThatTheCommandLineReads() {
        assertThat(ConfigLoader.of(TopicsConfig.class).describe())
                .containsAll(ConfigLoader.of(NamespaceConfig.class).describe());
    }
}
