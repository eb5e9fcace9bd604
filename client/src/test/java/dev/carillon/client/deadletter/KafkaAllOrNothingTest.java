package dev.carillon.client.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.ClientException;
import dev.carillon.client.NewRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class KafkaAllOrNothingTest {
    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
    private final KafkaAllOrNothing transactions = new KafkaAllOrNothing(producer);

    KafkaAllOrNothingTest() {
        producer.initTransactions();
    }

    private static NewRecord record(String topic) {
        byte[] bytes = "x".getBytes(StandardCharsets.UTF_8);
        return new NewRecord(topic, 0, bytes, bytes, Map.of("attempt", "1"));
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
    void whoeverIsFencedHasWrittenNothing() {
        producer.fenceProducer();
        assertThatThrownBy(() -> transactions.write(List.of(record("tasks"))))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("somebody else");
        assertThat(producer.history()).isEmpty();
    }

    @Test
    void aCommitOfUnknownOutcomeIsSaidToBeUnknown() {
        producer.commitTransactionException = new KafkaException("timed out");
        assertThatThrownBy(() -> transactions.write(List.of(record("tasks"))))
                .hasMessageContaining("it is not known whether")
                .hasMessageContaining("not done twice");
    }
}
