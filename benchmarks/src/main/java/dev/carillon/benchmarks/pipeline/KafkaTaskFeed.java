package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.kit.kafka.KafkaDefaults;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A plain producer that sends a hundred tasks a second, named {@code PASS-NUMBER}, without lingering. */
final class KafkaTaskFeed implements AutoCloseable {
    private static final long EVERY_MILLIS = 10;

    private final KafkaProducer<byte[], byte[]> producer;
    private final TopicNames names;
    private long[] sentAt = {};

    KafkaTaskFeed(KafkaTestBed bed, TopicNames names) {
        this.names = names;
        Map<String, Object> settings = KafkaDefaults.producer(bed.clients().config(), "feed");
        settings.put("linger.ms", 0);
        this.producer = new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Sends this many tasks and waits until all are acknowledged. */
    void send(String pass, int count) throws InterruptedException {
        long[] sent = new long[count];
        sentAt = sent;
        long next = System.nanoTime();
        for (int n = 0; n < count; n++) {
            int number = n;
            Instant now = Clock.systemUTC().instant();
            // The time of sending, as the acknowledgement may come after the worker has the task.
            sent[number] = HandlerStarts.nowMicros();
            var unused = producer.send(KafkaBacklog.record(names, pass, number, now));
            next += TimeUnit.MILLISECONDS.toNanos(EVERY_MILLIS);
            long left = next - System.nanoTime();
            if (left > 0) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
        }
        producer.flush();
    }

    /**
     * Right before a task of the last pass was sent, in microseconds of the wall clock: no reader can see it sooner.
     */
    long sentMicros(int number) {
        return sentAt[number];
    }

    @Override
    public void close() {
        producer.close();
    }
}
