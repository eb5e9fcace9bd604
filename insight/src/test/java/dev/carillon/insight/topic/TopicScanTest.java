package dev.carillon.insight.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reading a topic to the ends that it had when the reading began. */
final class TopicScanTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final String TOPIC = "carillon.results";

    private final ManualClock clock = new ManualClock(NOW);
    private final MemoryRecordLog log = new MemoryRecordLog(clock);
    private final List<String> progress = new ArrayList<>();
    private final List<String> read = new ArrayList<>();

    @BeforeEach
    void createTopic() {
        log.create(TOPIC, 3);
    }

    private void put(int partition, String key) {
        log.put(new OutgoingRecord(TOPIC, partition, key.getBytes(StandardCharsets.UTF_8), null, HeaderList.none()));
        clock.advance(Duration.ofSeconds(1));
    }

    private TopicScan scan() {
        return new TopicScan(log, clock, progress::add);
    }

    private void add(ReceivedRecord record) {
        read.add(record.keyText());
    }

    @Test
    void anEmptyTopicIsReadAtOnce() {
        assertThat(scan().all(TOPIC, this::add)).isZero();
        assertThat(scan().since(TOPIC, Instant.MIN, this::add)).isZero();
        assertThat(read).isEmpty();
    }

    @Test
    void whatIsWrittenMeanwhileIsNotRead() {
        put(0, "a");
        put(1, "b");

        long seen = scan().all(TOPIC, record -> {
            add(record);
            put(2, "later");
            put(0, "later");
        });

        assertThat(seen).isEqualTo(2);
        assertThat(read).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void onlyRecordsSinceTheInstantAreRead() {
        put(0, "a");
        put(0, "b");
        put(1, "c");

        scan().since(TOPIC, NOW.plusSeconds(1), this::add);
        assertThat(read).containsExactlyInAnyOrder("b", "c");
        assertThat(scan().since(TOPIC, NOW.plusSeconds(3), this::add)).isZero();
    }

    @Test
    void theFirstRecordThatIsEnoughEndsTheReading() {
        put(0, "a");
        put(0, "b");
        put(0, "c");

        long seen = scan().until(TOPIC, Map.of(0, 0L), record -> {
            add(record);
            return record.keyText().equals("b");
        });

        assertThat(seen).isEqualTo(2);
        assertThat(read).containsExactly("a", "b");
    }

    /** The caller may know a position of a topic that was deleted and made again, or of fewer partitions. */
    @Test
    void positionsBeyondTheEndAndUnknownPartitionsHoldNothing() {
        put(0, "a");

        assertThat(scan().from(TOPIC, Map.of(0, 1L, 1, 99L, 7, 0L), this::add)).isZero();
        assertThat(read).isEmpty();
    }

    @Test
    void deletedRecordsAreNotWaitedFor() {
        put(0, "a");
        put(0, "b");
        put(1, "c");
        log.deleteBefore(TOPIC, 0, 2);

        assertThat(scan().all(TOPIC, this::add)).isEqualTo(1);
        assertThat(read).containsExactly("c");
    }

    @Test
    void aTopicThatCompactionHasThinnedOutIsReadToItsEnd() {
        for (String key : List.of("a", "b", "c", "d")) {
            put(0, key);
        }
        log.compactAway(TOPIC, 0, 0);
        log.compactAway(TOPIC, 0, 3);

        assertThat(scan().all(TOPIC, this::add)).isEqualTo(2);
        assertThat(read).containsExactly("b", "c");
    }

    @Test
    void progressIsToldEveryTwoSeconds() {
        for (int i = 0; i < 3; i++) {
            put(0, "k" + i);
        }
        TopicScan scan = scan();
        scan.all(TOPIC, record -> {});
        assertThat(progress).as("it took no time").isEmpty();

        scan.all(TOPIC, record -> clock.advance(Duration.ofSeconds(1)));
        assertThat(progress).containsExactly("reading carillon.results: 3 of about 3 records …");

        scan.all(TOPIC, record -> clock.advance(Duration.ofMillis(100)));
        assertThat(progress).hasSize(1);
    }

    @Test
    void aTopicThatIsGoneIsAnErrorThatNamesIt() {
        log.deleteTopic(TOPIC);

        assertThatThrownBy(() -> scan().all(TOPIC, this::add)).hasMessageContaining(TOPIC);
    }
}
