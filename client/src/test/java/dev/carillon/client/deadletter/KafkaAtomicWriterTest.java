package dev.carillon.client.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class KafkaAtomicWriterTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final KafkaAtomicWriter transactions = new KafkaAtomicWriter(producer);

    KafkaAtomicWriterTest() {
        producer.initTransactions();
    }

    private static OutgoingRecord record(String topic) {
        byte[] bytes = "x".getBytes(StandardCharsets.UTF_8);
        return new OutgoingRecord(topic, 0, bytes, bytes, HeaderList.of(Map.of("attempt", "1")));
    }

    @Test
    void theRecordsOfOneCallAreCommittedTogether() {
        transactions.write(List.of(record("tasks"), record("audit")));
        assertThat(producer.commitCount()).isEqualTo(1);
        assertThat(producer.history()).hasSize(2);
        assertThat(producer.history().get(0).headers().lastHeader("attempt").value())
                .isEqualTo(new byte[] {'1'});
    }

    @Test
    void aFencedWriterHasWrittenNothing() {
        producer.fenceProducer();
        assertThatThrownBy(() -> transactions.write(List.of(record("tasks"))))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("another process");
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void aCommitOfUnknownOutcomeIsReportedAsUnknown() {
        producer.commitTransactionException = new KafkaException("timed out");
        assertThatThrownBy(() -> transactions.write(List.of(record("tasks"))))
                .hasMessageContaining("it is unknown whether")
                .hasMessageContaining("are skipped");
    }

    @Test
    void aRecordThatCannotBeSentLeavesNothingWritten() {
        producer.sendException = new KafkaException("the record is too large");
        assertThatThrownBy(() -> transactions.write(List.of(record("tasks"), record("audit"))))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.NOT_WRITTEN))
                .hasMessageContaining("the record is too large")
                .hasMessageContaining("the last part was not written");
        assertThat(producer.history()).isEmpty();
        assertThat(producer.commitCount()).isZero();
    }

    @Test
    void aWriterThatAnotherReplacedWhileItCommittedSaysSo() {
        producer.commitTransactionException = new InvalidProducerEpochException("an older epoch");
        assertThatThrownBy(() -> transactions.write(List.of(record("tasks"))))
                .hasMessageContaining("another process")
                .hasMessageNotContaining("unknown");
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void eachCallIsATransactionOfItsOwn() {
        transactions.write(List.of(record("tasks")));
        transactions.write(List.of(record("audit"), record("audit")));
        assertThat(producer.commitCount()).isEqualTo(2);
        assertThat(producer.history()).hasSize(3);
        transactions.close();
        assertThat(producer.closed()).isTrue();
    }
}
