package dev.carillon.system.look;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.log.KafkaConnector;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicFeed;
import dev.carillon.client.log.TopicPart;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scans of one log share a consumer, and no scan disturbs another. */
@CarillonSystem(services = false, checkedAtTheEnd = false)
@Timeout(120)
final class ScanTest {
    @Test
    void scansSeeAllRecordsInAnyOrderOfStartAndEnd(RunningCarillon carillon) {
        String topic = carillon.names().settings();
        String other = carillon.names().calendars();
        try (RecordLog log =
                new KafkaConnector().open(KafkaConfig.at(carillon.brokers().bootstrapServers()))) {
            for (int i = 0; i < 100; i++) {
                log.append(record(topic, "scanned-" + i));
            }
            log.append(record(other, "other"));
            List<String> all = keys(log, topic);
            assertThat(all).hasSizeGreaterThanOrEqualTo(100).contains("scanned-0", "scanned-99");

            List<String> within = new ArrayList<>();
            WholeTopic.read(log, topic, log.starts(topic), outer -> {
                if (outer.keyText().equals("scanned-0")) {
                    within.addAll(keys(log, other));
                }
            });
            assertThat(within).as("a scan within a scan").contains("other").doesNotContain("scanned-0");

            try (TopicFeed left = log.scan(TopicPart.of(topic, log.starts(topic)))) {
                assertThat(left.next(Duration.ofSeconds(10))).isNotEmpty();
            }
            assertThat(keys(log, other)).as("after one that was left early").isEqualTo(within);
            assertThat(keys(log, topic)).isEqualTo(all);
        }
    }

    private static List<String> keys(RecordLog log, String topic) {
        List<String> keys = new ArrayList<>();
        WholeTopic.read(log, topic, log.starts(topic), record -> keys.add(record.keyText()));
        return keys;
    }

    private static OutgoingRecord record(String topic, String key) {
        return new OutgoingRecord(
                topic,
                0,
                key.getBytes(StandardCharsets.UTF_8),
                "{}".getBytes(StandardCharsets.UTF_8),
                HeaderList.none());
    }
}
