package dev.carillon.collector.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.collector.intake.RecordClassifier;
import dev.carillon.collector.ledger.CancelRequest;
import dev.carillon.collector.ledger.MemoryTable;
import dev.carillon.collector.outcome.OutputRecords;
import dev.carillon.collector.outcome.ReceivedRecord;
import dev.carillon.collector.outcome.RecordHeader;
import dev.carillon.collector.partition.CancelCommands;
import dev.carillon.collector.partition.PartitionProcessor;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamsThreadShareTest {
    private static final String RESULTS = Bench.NAMES.results();
    private static final String DELAYED = Bench.NAMES.delayed();

    private Bench bench;
    private StreamsThreadShare thread;
    private PartitionProcessor processor;

    @BeforeEach
    void open(@TempDir Path dir) {
        bench = new Bench(dir);
        thread = new StreamsThreadShare(RESULTS, bench, Duration.ofMillis(100));
        processor = new PartitionProcessor(
                0,
                1,
                new RecordClassifier(Bench.NAMES, 1),
                new OutputRecords(Bench.NAMES, 1),
                new PartitionProcessor.Environment(new NoCommands(), bench, () -> true, bench, 10),
                new MemoryTable());
        thread.opened(0, processor);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void settledResultsAreDroppedButForTheLastOfTheirPartition() {
        ConsumerRecords<byte[], byte[]> left = thread.withoutSettled(fetched(
                RESULTS,
                List.of(record(RESULTS, 0, "a", true), record(RESULTS, 1, "b", true), record(RESULTS, 2, "c", true))));
        assertThat(left.records(new TopicPartition(RESULTS, 0)))
                .extracting(ConsumerRecord::offset)
                .containsExactly(2L);
        assertThat(left.nextOffsets()).containsKey(new TopicPartition(RESULTS, 0));
        assertThat(bench.settled).isEqualTo(2);
    }

    @Test
    void resultsThatAreNotSettledStayAndSoDoSettledOnesBehindThemWithTheirKey() {
        ConsumerRecords<byte[], byte[]> left = thread.withoutSettled(fetched(
                RESULTS,
                List.of(
                        record(RESULTS, 0, "a", false),
                        record(RESULTS, 1, "b", true),
                        record(RESULTS, 2, "a", true),
                        record(RESULTS, 3, "c", false))));
        assertThat(left.records(new TopicPartition(RESULTS, 0)))
                .extracting(ConsumerRecord::offset)
                .as("what comes first may open the execution that the settled one closes")
                .containsExactly(0L, 2L, 3L);
    }

    @Test
    void aSettledResultOfAnOpenExecutionStays() {
        Task later = Bench.task("a").withTimes(Bench.START.plusSeconds(3_600), null);
        byte[] key = key("a").getBytes(StandardCharsets.UTF_8);
        processor.take(
                new ReceivedRecord(DELAYED, 0, 0, Bench.START, key, Kind.TASK.encode(later), List.<RecordHeader>of()),
                Bench.START);
        ConsumerRecords<byte[], byte[]> left = thread.withoutSettled(fetched(
                RESULTS,
                List.of(record(RESULTS, 0, "a", true), record(RESULTS, 1, "b", true), record(RESULTS, 2, "c", false))));
        assertThat(left.records(new TopicPartition(RESULTS, 0)))
                .extracting(ConsumerRecord::offset)
                .containsExactly(0L, 2L);
    }

    @Test
    void aHeaderOfThatNameElsewhereMeansNothing() {
        ConsumerRecords<byte[], byte[]> left = thread.withoutSettled(
                fetched(DELAYED, List.of(record(DELAYED, 0, "a", true), record(DELAYED, 1, "b", true))));
        assertThat(left.count()).isEqualTo(2);
    }

    @Test
    void recordsOfAPartitionThatIsNotOpenYetAllStay() {
        thread.closed(0, processor);
        ConsumerRecords<byte[], byte[]> left = thread.withoutSettled(
                fetched(RESULTS, List.of(record(RESULTS, 0, "a", true), record(RESULTS, 1, "b", true))));
        assertThat(left.count()).isEqualTo(2);
    }

    @Test
    void theConsumerWaitsNoLongerThanUntilTheNextLookOfAPartition() {
        assertThat(thread.mayWait(Duration.ofMillis(100), 1_000)).isEqualTo(Duration.ofMillis(100));
        thread.dueAt(0, 1_030);
        assertThat(thread.mayWait(Duration.ofMillis(100), 1_000)).isEqualTo(Duration.ofMillis(30));
        assertThat(thread.mayWait(Duration.ofMillis(100), 1_040)).isEqualTo(Duration.ZERO);
        thread.closed(0, processor);
        assertThat(thread.mayWait(Duration.ofMillis(100), 1_040)).isEqualTo(Duration.ofMillis(100));
    }

    private static String key(String id) {
        return ExecutionKey.of(id, Bench.START).toString();
    }

    private static ConsumerRecord<byte[], byte[]> record(String topic, long offset, String id, boolean settled) {
        RecordHeaders headers = new RecordHeaders();
        if (settled) {
            headers.add(Headers.SETTLED, new byte[0]);
        }
        return new ConsumerRecord<>(
                topic,
                0,
                offset,
                Bench.START.toEpochMilli(),
                TimestampType.LOG_APPEND_TIME,
                0,
                0,
                key(id).getBytes(StandardCharsets.UTF_8),
                new byte[] {'{', '}'},
                headers,
                Optional.empty());
    }

    private static ConsumerRecords<byte[], byte[]> fetched(String topic, List<ConsumerRecord<byte[], byte[]>> records) {
        TopicPartition partition = new TopicPartition(topic, 0);
        return new ConsumerRecords<>(
                Map.of(partition, records), Map.of(partition, new OffsetAndMetadata(records.size())));
    }

    /** A week without a command. */
    private static final class NoCommands implements CancelCommands {
        @Override
        public @Nullable CancelRequest cancelOf(String key) {
            return null;
        }

        @Override
        public long newest() {
            return -1;
        }

        @Override
        public List<Named> after(long offset, int atMost) {
            return List.of();
        }
    }
}
