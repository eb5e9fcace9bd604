package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.frame.Samples;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.kit.kafka.KafkaDefaults;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Sends one record at a time from a plain producer to a plain consumer: no task can start sooner. */
final class KafkaRawHop {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long PATIENCE_SECONDS = 20;

    private KafkaRawHop() {}

    /** Milliseconds from before the send until the consumer has it. */
    static Samples millis(KafkaTestBed bed, int count, long pauseMillis) throws InterruptedException {
        TopicNames names = bed.makeTopics("raw-hop", "default");
        Map<String, Object> settings = KafkaDefaults.producer(bed.clients().config(), "raw-hop");
        settings.put("linger.ms", 0);
        SynchronousQueue<Long> seen = new SynchronousQueue<>();
        Thread reader = new Thread(() -> follow(bed, names, 2 * count, seen), "raw-hop");
        reader.setDaemon(true);
        reader.start();
        Samples millis = new Samples();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            seen.take(); // The consumer has started.
            for (int n = 0; n < 2 * count; n++) {
                long before = HandlerStarts.nowMicros();
                var unused = producer.send(
                        KafkaBacklog.record(names, "raw", n, Clock.systemUTC().instant()));
                Long at = seen.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                if (at != null && n >= count) {
                    millis.add(WorkBenchmark.millis(at - before)); // The earlier ones warmed both up.
                }
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
            }
        }
        return millis;
    }

    private static void follow(KafkaTestBed bed, TopicNames names, int count, SynchronousQueue<Long> seen) {
        try (KafkaConsumer<byte[], byte[]> consumer = bed.clients().consumer("raw-hop")) {
            String topic = names.tasks("default", Priority.NORMAL);
            List<TopicPartition> all = IntStream.range(0, KafkaTestBed.PARTITIONS)
                    .mapToObj(n -> new TopicPartition(topic, n))
                    .toList();
            consumer.assign(all);
            consumer.seekToEnd(all);
            all.forEach(consumer::position);
            seen.put(0L);
            int read = 0;
            while (read < count) {
                ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
                long now = HandlerStarts.nowMicros();
                for (int i = 0; i < records.count(); i++) {
                    read++;
                    seen.put(now);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
