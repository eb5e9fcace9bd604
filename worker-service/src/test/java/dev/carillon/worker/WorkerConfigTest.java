package dev.carillon.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.config.ConfigLoader;
import org.junit.jupiter.api.Test;

final class WorkerConfigTest {

    @Test
    void defaultsAreThoseOfTheDocuments() {
        WorkerConfig loaded = ConfigLoader.of(WorkerConfig.class).load().get(WorkerConfig.class);
        assertThat(loaded).isEqualTo(WorkerConfig.defaults());
        assertThat(loaded.queue()).isEqualTo("default");
        assertThat(loaded.concurrency()).isEqualTo(10);
        assertThat(loaded.buffer()).isEqualTo(1_000);
        assertThat(loaded.bufferMegabytes()).isEqualTo(32);
        assertThat(loaded.bufferBytes()).isEqualTo(32L * 1024 * 1024);
        assertThat(loaded.hold()).isEqualTo(10_000);
        assertThat(loaded.drain()).hasSeconds(30);
        assertThat(loaded.heartbeat()).hasSeconds(3);
        assertThat(loaded.sessionTimeout()).hasSeconds(6);
        assertThat(loaded.shellEnabled()).isFalse();
        assertThat(loaded.httpPrivateAddresses()).isTrue();
    }
}
