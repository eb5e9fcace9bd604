package dev.carillon.client.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryCluster;
import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.kit.time.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NewestRecordsTest {
    private static final String TOPIC = "compacted";

    private final MemoryRecordLog log = new MemoryRecordLog(new ManualClock(MemoryCluster.NOW));
    private final AtomicLong nanos = new AtomicLong();
    private final NewestRecords newest = new NewestRecords(log, TOPIC, nanos::get);

    NewestRecordsTest() {
        log.create(TOPIC, 1);
    }

    private void put(String key, @Nullable String value) {
        log.put(new NewRecord(
                TOPIC,
                0,
                key.getBytes(StandardCharsets.UTF_8),
                value == null ? null : value.getBytes(StandardCharsets.UTF_8),
                Map.of()));
    }

    private String value(String key) {
        StoredRecord found = newest.get(key);
        byte[] value = found == null ? null : found.value();
        return value == null ? "none" : new String(value, StandardCharsets.UTF_8);
    }

    @Test
    void eachCallReadsOnFromWhereTheLastOneEnded() {
        newest.readOn();
        assertThat(newest.keys()).isEmpty();
        put("a", "1");
        put("b", "1");
        newest.readOn();
        put("a", "2");
        put("b", null);
        newest.readOn();
        assertThat(value("a")).isEqualTo("2");
        assertThat(newest.keys()).containsExactly("a");
        assertThat(log.follows()).isEqualTo(1);
    }

    @Test
    void afterALongPauseAllIsReadAgain() {
        put("a", "1");
        newest.readOn();
        nanos.addAndGet(Duration.ofMinutes(59).toNanos());
        newest.readOn();
        assertThat(log.follows()).isEqualTo(1);
        nanos.addAndGet(Duration.ofMinutes(61).toNanos());
        newest.readOn();
        assertThat(log.follows()).isEqualTo(2);
        assertThat(value("a")).isEqualTo("1");
    }

    @Test
    void aTopicThatWasCreatedAgainIsReadAgain() {
        put("a", "1");
        put("b", "1");
        newest.readOn();
        log.deleteTopic(TOPIC);
        log.create(TOPIC, 1);
        put("c", "1");
        newest.readOn();
        assertThat(newest.keys()).containsExactly("c");
    }

    @Test
    void aTopicThatWasCreatedAgainWithAsManyRecordsIsReadAgain() {
        put("a", "1");
        newest.readOn();
        log.deleteTopic(TOPIC);
        log.create(TOPIC, 1);
        put("b", "1");
        newest.readOn();
        assertThat(newest.keys()).containsExactly("b");
        log.deleteTopic(TOPIC);
        log.create(TOPIC, 1);
        put("c", "1");
        put("d", "1");
        newest.readOn();
        assertThat(newest.keys()).containsExactly("c", "d");
        newest.readOn();
        assertThat(log.follows()).isEqualTo(3);
    }

    @Test
    void afterAFailureAllIsReadAgain() {
        put("a", "1");
        newest.readOn();
        log.deleteTopic(TOPIC);
        assertThatThrownBy(newest::readOn).isInstanceOf(ClientException.class);
        log.create(TOPIC, 1);
        put("b", "1");
        put("c", "1");
        newest.readOn();
        assertThat(newest.keys()).containsExactly("b", "c");
    }
}
