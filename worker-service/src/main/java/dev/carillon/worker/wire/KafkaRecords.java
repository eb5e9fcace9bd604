package dev.carillon.worker.wire;

import dev.carillon.worker.wire.Arrival.HeaderList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Between the client library's records and ours. */
public final class KafkaRecords {
    private KafkaRecords() {}

    public static ProducerRecord<byte[], byte[]> toKafka(Outgoing record) {
        ProducerRecord<byte[], byte[]> made =
                new ProducerRecord<>(record.topic(), record.partition(), record.key(), record.value());
        for (Arrival.Header header : record.headers()) {
            made.headers().add(header.name(), header.value());
        }
        return made;
    }

    public static Arrival fromKafka(InputPartition source, ConsumerRecord<byte[], byte[]> record) {
        return new Arrival(
                source,
                record.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                record.key(),
                record.value(),
                new PolledHeaders(record.headers()));
    }

    private record PolledHeaders(Headers headers) implements HeaderList {
        @Override
        public boolean has(String name) {
            return headers.lastHeader(name) != null;
        }

        @Override
        public List<Arrival.Header> all() {
            List<Arrival.Header> all = new ArrayList<>();
            for (Header header : headers) {
                all.add(new Arrival.Header(header.key(), header.value()));
            }
            return List.copyOf(all);
        }
    }
}
