package dev.carillon.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.record.RecordHeader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KafkaRecordsTest {
    private static final byte[] KEY = {1};
    private static final byte[] VALUE = {2, 3};

    @Test
    void aReceivedRecordHasAllThatThePolledOneHas() {
        Headers headers =
                new RecordHeaders().add("kind", text("a")).add("none", null).add("kind", text("b"));
        for (ReceivedRecord record :
                new ReceivedRecord[] {KafkaRecords.passing(polled(headers)), KafkaRecords.kept(polled(headers))}) {
            assertThat(record).hasToString("tasks-3@17");
            assertThat(record.appended()).isEqualTo(Instant.ofEpochMilli(1_700_000_000_123L));
            assertThat(record.key()).isEqualTo(KEY);
            assertThat(record.value()).isEqualTo(VALUE);
            assertThat(record.headers().all())
                    .extracting(RecordHeader::toString)
                    .containsExactly("kind=a", "none=null", "kind=b");
            assertThat(record.headers().text("kind")).isEqualTo("b");
            assertThat(record.headers().has("none")).isTrue();
            assertThat(record.headers().last("none")).isEqualTo(new RecordHeader("none", null));
            assertThat(record.headers().has("absent")).isFalse();
            assertThat(record.headers().last("absent")).isNull();
        }
        assertThat(KafkaRecords.withoutHeaders(polled(headers)).headers().all()).isEmpty();
    }

    /** Kafka's headers refer to the bytes of a whole fetch, megabytes, until they are decoded. */
    @Test
    void aKeptRecordDoesNotReferToTheFetchedBytesAndAPassingOneIsNotDecodedUnasked() {
        byte[] fetched = text("kindab");
        Headers headers = new RecordHeaders(new Header[] {
            new org.apache.kafka.common.header.internals.RecordHeader(
                    ByteBuffer.wrap(fetched, 0, 4).slice(),
                    ByteBuffer.wrap(fetched, 4, 2).slice())
        });
        ReceivedRecord passing = KafkaRecords.passing(polled(headers));
        System.arraycopy(text("sortcd"), 0, fetched, 0, fetched.length);
        assertThat(passing.headers().text("sort")).isEqualTo("cd");

        ReceivedRecord kept = KafkaRecords.kept(polled(headers));
        System.arraycopy(text("xxxxxx"), 0, fetched, 0, fetched.length);
        assertThat(kept.headers().text("sort")).isEqualTo("cd");
    }

    @Test
    void aSentRecordHasAllThatTheOutgoingOneHas() {
        HeaderList headers = HeaderList.of(
                RecordHeader.of("kind", "a"), new RecordHeader("none", null), RecordHeader.of("kind", "b"));
        ProducerRecord<byte[], byte[]> sent = KafkaRecords.toKafka(new OutgoingRecord("tasks", 3, KEY, VALUE, headers));
        assertThat(sent.topic()).isEqualTo("tasks");
        assertThat(sent.partition()).isEqualTo(3);
        assertThat(sent.key()).isEqualTo(KEY);
        assertThat(sent.value()).isEqualTo(VALUE);
        assertThat(sent.timestamp()).isNull();
        assertThat(KafkaRecords.headers(sent.headers()).all())
                .extracting(RecordHeader::toString)
                .containsExactly("kind=a", "none=null", "kind=b");
        assertThat(KafkaRecords.toKafka(headers)).isEqualTo(sent.headers());
    }

    @Test
    void aDeletionWithoutKeyAndPartitionIsSentAsSuch() {
        ProducerRecord<byte[], byte[]> sent =
                KafkaRecords.toKafka(new OutgoingRecord("tasks", null, null, null, HeaderList.none()));
        assertThat(sent.partition()).isNull();
        assertThat(sent.key()).isNull();
        assertThat(sent.value()).isNull();
        assertThat(sent.headers()).isEmpty();
    }

    @Test
    void aTombstoneWithoutAKeyIsReceivedAsSuch() {
        ReceivedRecord record = KafkaRecords.kept(polled(new RecordHeaders(), null, null));
        assertThat(record.key()).isNull();
        assertThat(record.keyText()).isEmpty();
        assertThat(record.value()).isNull();
        assertThat(record.bytes()).isZero();
    }

    private static ConsumerRecord<byte[], byte[]> polled(Headers headers) {
        return polled(headers, KEY, VALUE);
    }

    private static ConsumerRecord<byte[], byte[]> polled(
            Headers headers, byte @Nullable [] key, byte @Nullable [] value) {
        return new ConsumerRecord<>(
                "tasks",
                3,
                17,
                1_700_000_000_123L,
                TimestampType.LOG_APPEND_TIME,
                key == null ? -1 : key.length,
                value == null ? -1 : value.length,
                key,
                value,
                headers,
                Optional.empty());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
