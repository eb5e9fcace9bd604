package dev.carillon.worker.wire;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/** Between the client library's records and ours. */
public final class KafkaRecords {
    private KafkaRecords() {}

    public static ProducerRecord<byte[], byte[]> toKafka(Outgoing record) {
        ProducerRecord<byte[], byte[]> made =
                new ProducerRecord<>(record.topic(), record.partition(), record.key(), record.value());
        record.headers().forEach(header -> made.headers().add(header.name(), header.value()));
        return made;
    }

    public static Arrival fromKafka(ConsumerRecord<byte[], byte[]> record) {
        List<Arrival.Header> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            headers.add(new Arrival.Header(header.key(), header.value()));
        }
        return new Arrival(
                new InputPartition(record.topic(), record.partition()),
                record.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                record.key(),
                record.value(),
                List.copyOf(headers));
    }
}
