package dev.carillon.collector.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.kafka.KafkaConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsSettingsTest {
    @Test
    void anInstanceKeepsItsNameAndAnotherDirectoryIsAnotherInstance(@TempDir Path dir) throws Exception {
        StreamsSettings first = settings(dir.resolve("a")).named();
        assertThat(first.instanceId())
                .isNotBlank()
                .isEqualTo(settings(dir.resolve("a")).named().instanceId());
        assertThat(first.instanceId())
                .isNotEqualTo(settings(dir.resolve("b")).named().instanceId());
    }

    @Test
    void whatExactlyOnceAndQuickTakeoversNeedIsSet(@TempDir Path dir) throws Exception {
        Map<String, Object> all =
                settings(dir).named().properties(KafkaConfig.at("127.0.0.1:9092"), Map.of("more", "kept"));
        assertThat(all)
                .containsEntry("application.id", "carillon.collector")
                .containsEntry("processing.guarantee", "exactly_once_v2")
                .containsEntry("group.protocol", "classic")
                .containsEntry("commit.interval.ms", 100L)
                .containsEntry("producer.transaction.timeout.ms", 10_000)
                .containsEntry("main.consumer.session.timeout.ms", 6_000)
                .containsEntry("main.consumer.heartbeat.interval.ms", 2_000)
                .containsKey("main.consumer.group.instance.id")
                .containsEntry("more", "kept")
                .doesNotContainKeys("producer.transactional.id", "consumer.enable.auto.commit");
    }

    private static StreamsSettings settings(Path dir) {
        return new StreamsSettings(
                "carillon.collector", null, dir, 1, Duration.ofMillis(100), Duration.ofSeconds(6), 0);
    }
}
