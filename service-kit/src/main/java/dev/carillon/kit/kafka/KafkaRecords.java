package dev.carillon.kit.kafka;

import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.record.RecordHeader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/** Converts between the records of the Kafka client and those of this code. */
public final class KafkaRecords {
    private KafkaRecords() {}

    /**
     * A record that is handled before the next poll. Its headers are decoded when they are asked for, and until then
     * they keep all bytes of a fetch in memory.
     */
    public static ReceivedRecord passing(ConsumerRecord<byte[], byte[]> record) {
        return received(record, headers(record.headers()));
    }

    /** A record that may be kept for long: its headers are decoded now. */
    public static ReceivedRecord kept(ConsumerRecord<byte[], byte[]> record) {
        return received(record, HeaderList.of(decoded(record.headers())));
    }

    /** A record whose headers are never looked at. */
    public static ReceivedRecord withoutHeaders(ConsumerRecord<byte[], byte[]> record) {
        return received(record, HeaderList.none());
    }

    private static ReceivedRecord received(ConsumerRecord<byte[], byte[]> record, HeaderList headers) {
        return new ReceivedRecord(
                record.topic(),
                record.partition(),
                record.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                record.key(),
                record.value(),
                headers);
    }

    /** Headers that are decoded when they are asked for. */
    public static HeaderList headers(Headers headers) {
        return new KafkaHeaders(headers);
    }

    public static ProducerRecord<byte[], byte[]> toKafka(OutgoingRecord record) {
        ProducerRecord<byte[], byte[]> made =
                new ProducerRecord<>(record.topic(), record.partition(), record.key(), record.value());
        for (RecordHeader header : record.headers().all()) {
            made.headers().add(header.name(), header.value());
        }
        return made;
    }

    public static Headers toKafka(HeaderList headers) {
        Headers made = new RecordHeaders();
        for (RecordHeader header : headers.all()) {
            made.add(header.name(), header.value());
        }
        return made;
    }

    private static List<RecordHeader> decoded(Headers headers) {
        List<RecordHeader> decoded = new ArrayList<>();
        for (Header header : headers) {
            decoded.add(new RecordHeader(header.key(), header.value()));
        }
        return decoded;
    }

    private record KafkaHeaders(Headers headers) implements HeaderList {
        @Override
        public List<RecordHeader> all() {
            return List.copyOf(decoded(headers));
        }

        @Override
        public @Nullable RecordHeader last(String name) {
            Header last = headers.lastHeader(name);
            return last == null ? null : new RecordHeader(last.key(), last.value());
        }

        /** Without a copy of the value. */
        @Override
        public boolean has(String name) {
            return headers.lastHeader(name) != null;
        }
    }
}
