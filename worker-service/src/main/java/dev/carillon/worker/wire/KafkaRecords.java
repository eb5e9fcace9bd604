package dev.carillon.worker.wire;

import dev.carillon.worker.wire.PolledRecord.HeaderList;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Converts between the records of the Kafka client and those of the worker. */
public final class KafkaRecords {
    private KafkaRecords() {}

    public static ProducerRecord<byte[], byte[]> toKafka(OutgoingRecord record) {
        ProducerRecord<byte[], byte[]> made =
                new ProducerRecord<>(record.topic(), record.partition(), record.key(), record.value());
        for (PolledRecord.Header header : record.headers()) {
            made.headers().add(header.name(), header.value());
        }
        return made;
    }

    public static PolledRecord fromKafka(InputPartition source, ConsumerRecord<byte[], byte[]> record) {
        return new PolledRecord(
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
        public List<PolledRecord.Header> all() {
            List<PolledRecord.Header> all = new ArrayList<>();
            for (Header header : headers) {
                all.add(new PolledRecord.Header(header.key(), header.value()));
            }
            return List.copyOf(all);
        }
    }
}
