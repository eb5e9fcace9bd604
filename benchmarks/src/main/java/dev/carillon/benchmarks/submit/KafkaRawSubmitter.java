package dev.carillon.benchmarks.submit;

import dev.carillon.kit.kafka.KafkaClients;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Bare producers that send values as large as tasks: one that waits for each record, one for many at once. */
final class KafkaRawSubmitter implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> many;
    private final KafkaProducer<byte[], byte[]> single;
    private final String topic;

    KafkaRawSubmitter(KafkaClients clients, String topic) {
        this.many = clients.producer("raw-many");
        this.single = clients.promptProducer("raw-single");
        this.topic = topic;
    }

    /** Sends this many records, made before the clock runs; returns the seconds until all are acknowledged. */
    double bulk(int count) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            records.add(record(n));
        }
        long began = System.nanoTime();
        for (ProducerRecord<byte[], byte[]> record : records) {
            var unused = many.send(record);
        }
        many.flush();
        return (System.nanoTime() - began) / Rounds.NANOS;
    }

    /** Sends one record; returns when it is acknowledged. */
    void one(int n) {
        try {
            single.send(record(n)).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private ProducerRecord<byte[], byte[]> record(int n) {
        byte[] key = ("bench-" + n + ":2026-11-18T06:00:00.123456789Z~k3f9q2xa").getBytes(StandardCharsets.UTF_8);
        byte[] value = ("{\"v\":1,\"taskId\":\"bench-" + n
                        + "\",\"execTime\":\"2026-11-18T06:00:00.123456789Z~k3f9q2xa\","
                        + "\"attempt\":1,\"type\":\"nobody\",\"queue\":\"bench\",\"priority\":\"normal\",\"timeout\":\"5m\","
                        + "\"payload\":{\"n\":" + n
                        + ",\"text\":\"a few words that make a task as large as most are\"},"
                        + "\"retry\":{\"maxRetries\":3,\"delay\":\"10s\",\"backoffRate\":2.0,\"maxDelay\":\"10m\","
                        + "\"jitter\":0.2},\"ifWorkerDies\":\"retry\",\"origin\":\"submitted\"}")
                .getBytes(StandardCharsets.UTF_8);
        return new ProducerRecord<>(topic, null, key, value);
    }

    @Override
    public void close() {
        many.close();
        single.close();
    }
}
