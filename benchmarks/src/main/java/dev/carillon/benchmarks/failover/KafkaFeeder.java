package dev.carillon.benchmarks.failover;

import dev.carillon.kit.kafka.KafkaClients;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Writes records at a steady pace until it is closed. */
final class KafkaFeeder implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Thread thread;
    private volatile int written;
    private volatile boolean closing;

    KafkaFeeder(KafkaClients clients, Duration every, IntFunction<ProducerRecord<byte[], byte[]>> records) {
        thread = new Thread(() -> feed(clients, every.toMillis(), records), "feeder");
        thread.setDaemon(true);
        thread.start();
    }

    private void feed(KafkaClients clients, long everyMillis, IntFunction<ProducerRecord<byte[], byte[]>> records) {
        try (Producer<byte[], byte[]> producer = clients.producer("feeder")) {
            for (int i = 0; !closing; i++) {
                var unused = producer.send(records.apply(i));
                written = i + 1;
                TimeUnit.MILLISECONDS.sleep(everyMillis);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The interrupt asks this thread to end.
        }
    }

    /** Waits until this many records are sent. */
    void awaitWritten(int number) throws InterruptedException {
        KafkaTickWatch.await(number + " records", PATIENCE, () -> written >= number);
    }

    @Override
    public void close() {
        closing = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
