package dev.carillon.console.history.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.log.TopicPart;
import dev.carillon.console.history.fold.Written;
import dev.carillon.kit.record.ReceivedRecord;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads with Kafka's own consumer in memory. */
final class KafkaTopicSourceTest {
    private static final String RESULTS = Written.NAMES.results();
    private static final String EVENTS = Written.NAMES.events();
    private static final long BEGIN = Written.BEGIN.toEpochMilli();

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final List<String> adminCalls = new ArrayList<>();
    private final KafkaTopicSource source = new KafkaTopicSource(consumer, admin(), Written.NAMES);
    private final Map<TopicPartition, Long> ends = new HashMap<>();

    private Admin admin() {
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    adminCalls.add(method.getName());
                    return null;
                });
    }

    @BeforeEach
    void topics() {
        for (TopicPartition part : List.of(part(RESULTS, 0), part(RESULTS, 1), part(EVENTS, 0))) {
            starts(part, 0);
            ends(part, 0);
        }
    }

    private static TopicPartition part(String topic, int number) {
        return new TopicPartition(topic, number);
    }

    private void starts(TopicPartition part, long offset) {
        consumer.updateBeginningOffsets(Map.of(part, offset));
    }

    private void ends(TopicPartition part, long offset) {
        ends.put(part, offset);
        consumer.updateEndOffsets(Map.of(part, offset));
    }

    private void append(TopicPartition part, long offset, long at, RecordHeaders headers, byte @Nullable [] value) {
        consumer.addRecord(new ConsumerRecord<>(
                part.topic(),
                part.partition(),
                offset,
                at,
                TimestampType.LOG_APPEND_TIME,
                1,
                value == null ? 0 : value.length,
                new byte[] {'k'},
                value,
                headers,
                Optional.empty()));
        ends(part, Math.max(ends.getOrDefault(part, 0L), offset + 1));
    }

    private void append(TopicPartition part, long offset, long at) {
        append(part, offset, at, new RecordHeaders(), new byte[] {1});
    }

    private void follow(Map<TopicPart, Long> from) {
        source.follow(from);
    }

    private List<Long> offsets(List<ReceivedRecord> records) {
        return records.stream().map(ReceivedRecord::offset).toList();
    }

    @Test
    void readsFromTheGivenPositionsAndSaysWhereItIs() {
        follow(Map.of(new TopicPart(RESULTS, 0), 5L, new TopicPart(RESULTS, 1), 0L));
        append(part(RESULTS, 0), 5, BEGIN);
        append(part(RESULTS, 0), 6, BEGIN);
        append(part(RESULTS, 1), 0, BEGIN);
        assertThat(source.behind()).isEqualTo(3);

        assertThat(offsets(source.next(Duration.ZERO))).containsExactlyInAnyOrder(5L, 6L, 0L);
        assertThat(source.positions()).isEqualTo(Map.of(new TopicPart(RESULTS, 0), 7L, new TopicPart(RESULTS, 1), 1L));
        assertThat(source.behind()).isZero();
        assertThat(source.next(Duration.ZERO)).isEmpty();
    }

    @Test
    void aRecordHasItsAppendTimeKeyValueAndHeaders() {
        follow(Map.of(new TopicPart(RESULTS, 0), 0L));
        RecordHeaders headers = new RecordHeaders();
        headers.add("kind", "größe ☃".getBytes(StandardCharsets.UTF_8));
        headers.add("empty", null);
        headers.add("twice", new byte[] {'a'});
        headers.add("twice", new byte[] {'b'});
        append(part(RESULTS, 0), 0, BEGIN, headers, null);
        assertThat(source.next(Duration.ZERO)).singleElement().satisfies(record -> {
            assertThat(record.appended()).isEqualTo(Instant.ofEpochMilli(BEGIN));
            assertThat(record.keyText()).isEqualTo("k");
            assertThat(record.value()).isNull();
            assertThat(record.headers().texts()).isEqualTo(Map.of("kind", "größe ☃", "empty", "", "twice", "b"));
        });
    }

    @Test
    void whatRetentionDeletedIsPassedByAndCounted() {
        starts(part(RESULTS, 0), 100);
        ends(part(RESULTS, 0), 120);
        starts(part(RESULTS, 1), 50);
        ends(part(RESULTS, 1), 50);
        follow(Map.of(new TopicPart(RESULTS, 0), 30L, new TopicPart(RESULTS, 1), 0L));
        assertThat(source.lost())
                .as("a partition that was never read lost nothing")
                .isEqualTo(70);
        assertThat(source.positions())
                .isEqualTo(Map.of(new TopicPart(RESULTS, 0), 100L, new TopicPart(RESULTS, 1), 50L));
        assertThat(source.behind()).isEqualTo(20);

        follow(Map.of(new TopicPart(RESULTS, 0), 100L));
        assertThat(source.lost()).as("counted once").isEqualTo(70);
    }

    @Test
    void followingOthersForgetsTheFormerOnes() {
        follow(Map.of(new TopicPart(RESULTS, 0), 0L, new TopicPart(EVENTS, 0), 0L));
        append(part(RESULTS, 0), 0, BEGIN);
        assertThat(source.next(Duration.ZERO)).hasSize(1);
        follow(Map.of(new TopicPart(EVENTS, 0), 0L));
        assertThat(source.positions()).containsOnlyKeys(new TopicPart(EVENTS, 0));
    }

    @Test
    void aPartitionThatIsAheadInTimeWaitsForTheSlowestOne() {
        follow(Map.of(new TopicPart(RESULTS, 0), 0L, new TopicPart(RESULTS, 1), 0L));
        append(part(RESULTS, 0), 0, BEGIN);
        append(part(RESULTS, 1), 0, BEGIN + 60_000);
        ends(part(RESULTS, 0), 10);
        ends(part(RESULTS, 1), 10);
        source.next(Duration.ZERO);
        assertThat(consumer.paused()).containsExactly(part(RESULTS, 1));

        append(part(RESULTS, 0), 1, BEGIN + 59_900);
        source.next(Duration.ZERO);
        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    void withoutABacklogNoPartitionWaits() {
        follow(Map.of(new TopicPart(RESULTS, 0), 0L, new TopicPart(RESULTS, 1), 0L));
        append(part(RESULTS, 0), 0, BEGIN);
        append(part(RESULTS, 1), 0, BEGIN + 60_000);
        source.next(Duration.ZERO);
        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    void aPartitionThatWaitedIsReadAgainWhenPartitionsAreFollowedAnew() {
        follow(Map.of(new TopicPart(RESULTS, 0), 0L, new TopicPart(RESULTS, 1), 0L));
        append(part(RESULTS, 0), 0, BEGIN);
        append(part(RESULTS, 1), 0, BEGIN + 60_000);
        ends(part(RESULTS, 0), 10);
        source.next(Duration.ZERO);
        assertThat(consumer.paused()).isNotEmpty();
        follow(Map.of(new TopicPart(RESULTS, 1), 1L, new TopicPart(RESULTS, 0), 1L));
        assertThat(consumer.paused()).isEmpty();
    }

    @Test
    void aStopEndsAWaitWithoutAnException() {
        follow(Map.of(new TopicPart(RESULTS, 0), 0L));
        source.wakeUp();
        assertThat(source.next(Duration.ofHours(1))).isEmpty();
    }

    @Test
    void otherFailuresOfAReadAreThrown() {
        follow(Map.of(new TopicPart(RESULTS, 0), 0L));
        consumer.setPollException(new KafkaException("not authorized"));
        assertThatThrownBy(() -> source.next(Duration.ZERO)).hasMessage("not authorized");
    }

    @Test
    void closingClosesBothClients() {
        source.close();
        assertThat(consumer.closed()).isTrue();
        assertThat(adminCalls).containsExactly("close");
    }
}
