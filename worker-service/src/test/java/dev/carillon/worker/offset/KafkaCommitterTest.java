package dev.carillon.worker.offset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.offset.PointCodec;
import dev.carillon.schemas.offset.StoredPoint;
import dev.carillon.worker.offset.Committer.Outcome;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.OutgoingRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class KafkaCommitterTest {
    private static final ConsumerGroupMetadata MEMBER = new MockConsumer<byte[], byte[]>("earliest").groupMetadata();
    private static final InputPartition ID = new InputPartition("tasks", 3);

    private final List<MockProducer<byte[], byte[]>> producers = new CopyOnWriteArrayList<>();
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Throwable> broken = new LinkedBlockingQueue<>();
    private volatile boolean outOfMemory;
    private final KafkaCommitter committer =
            new KafkaCommitter("commit-test", this::producer, pauses::add, broken::add);

    private MockProducer<byte[], byte[]> producer() {
        if (outOfMemory) {
            throw new OutOfMemoryError("planted");
        }
        MockProducer<byte[], byte[]> made =
                new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
        producers.add(made);
        return made;
    }

    @BeforeEach
    void open() throws InterruptedException {
        committer.open();
    }

    @AfterEach
    void close() {
        committer.close();
    }

    private static CommitBatch batch() {
        PartitionProgress progress = new PartitionProgress(ID, StoredPoint.untouched(5));
        OutgoingRecord record = new OutgoingRecord("results", null, new byte[] {1}, new byte[] {2}, List.of());
        return new CommitBatch(
                List.of(Settlement.done(new RecordOffset(progress, 5), List.of(record))),
                Map.of(ID, EncodedPoint.of(new StoredPoint(6, true, 7, 6, List.of()))),
                new KafkaMembership(MEMBER));
    }

    private Outcome commit() throws Exception {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        committer.commit(batch(), outcome::complete);
        return outcome.get(10, TimeUnit.SECONDS);
    }

    private void recover() throws Exception {
        CompletableFuture<Boolean> done = new CompletableFuture<>();
        committer.recover(() -> done.complete(true));
        assertThat(done.get(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void anErrorOnItsThreadIsReportedAsNoAnswerFollows() throws Exception {
        producers.get(0).commitTransactionException = new KafkaException("planted");
        assertThat(commit()).isEqualTo(Outcome.IN_DOUBT);
        outOfMemory = true;
        committer.recover(() -> {});
        assertThat(broken.poll(10, TimeUnit.SECONDS)).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void recordsAndOffsetsGoInOneTransaction() throws Exception {
        assertThat(commit()).isEqualTo(Outcome.COMMITTED);
        MockProducer<byte[], byte[]> producer = producers.get(0);
        assertThat(producer.history()).hasSize(1);
        assertThat(producer.commitCount()).isEqualTo(1);
        Map<TopicPartition, OffsetAndMetadata> offsets = Objects.requireNonNull(
                producer.consumerGroupOffsetsHistory().get(0).get(MEMBER.groupId()));
        OffsetAndMetadata stored = Objects.requireNonNull(offsets.get(new TopicPartition("tasks", 3)));
        assertThat(PointCodec.decode(stored.offset(), stored.metadata()))
                .isEqualTo(new StoredPoint(6, true, 7, 6, List.of()));
    }

    @Test
    void fencedProducerIsReplacedAndNothingIsSentAgain() throws Exception {
        producers.get(0).fenceProducer();
        assertThat(commit()).isEqualTo(Outcome.IN_DOUBT);
        recover();
        assertThat(producers).hasSize(2);
        assertThat(producers.get(1).transactionInitialized()).isTrue();
        assertThat(producers.get(1).history()).isEmpty();
        assertThat(commit()).isEqualTo(Outcome.COMMITTED);
    }

    @Test
    void commitThatTimesOutIsInDoubtAndPerhapsTooLarge() throws Exception {
        producers.get(0).commitTransactionException = new org.apache.kafka.common.errors.TimeoutException("late");
        assertThat(commit()).isEqualTo(Outcome.PERHAPS_TOO_LARGE);
        assertThat(producers.get(0).closed()).isTrue();
    }

    @Test
    void groupThatHasMovedOnRefusesTheOffsets() throws Exception {
        producers.get(0).sendOffsetsToTransactionException =
                new org.apache.kafka.clients.consumer.CommitFailedException("rebalanced");
        assertThat(commit()).isEqualTo(Outcome.IN_DOUBT);
    }

    @Test
    void commitWithoutARecoveryBeforeItDoesNothing() throws Exception {
        producers.get(0).fenceProducer();
        assertThat(commit()).isEqualTo(Outcome.IN_DOUBT);
        assertThat(commit()).isEqualTo(Outcome.IN_DOUBT);
        assertThat(producers).hasSize(1);
    }

    @Test
    void repeatedFailuresAreFollowedByGrowingPauses() throws Exception {
        for (int i = 0; i < 10; i++) {
            producers.get(producers.size() - 1).fenceProducer();
            assertThat(commit()).isEqualTo(Outcome.IN_DOUBT);
            recover();
        }
        assertThat(new ArrayList<>(pauses)).isSorted().last().isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void sizeIsToBlameOnlyForErrorsThatSizeCauses() {
        assertThat(KafkaCommitter.outcomeOf(new KafkaException(new RecordTooLargeException("big"))))
                .isEqualTo(Outcome.TOO_LARGE);
        assertThat(KafkaCommitter.outcomeOf(new KafkaException(new TimeoutException("slow"))))
                .isEqualTo(Outcome.PERHAPS_TOO_LARGE);
        assertThat(KafkaCommitter.outcomeOf(new ProducerFencedException("other")))
                .isEqualTo(Outcome.IN_DOUBT);
    }
}
