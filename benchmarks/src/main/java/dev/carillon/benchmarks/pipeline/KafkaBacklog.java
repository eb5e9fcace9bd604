package dev.carillon.benchmarks.pipeline;

import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ClientMark;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Tasks that become visible all at once: they are in one transaction that is committed when the clock starts, so that
 * warm workers find a backlog.
 */
final class KafkaBacklog implements AutoCloseable {
    private static final Duration TRANSACTION = Duration.ofMinutes(1);
    private static final String MARK = ClientMark.random(new SecureRandom());

    private final KafkaProducer<byte[], byte[]> producer;

    private KafkaBacklog(KafkaProducer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    /** Writes this many tasks as the client would, named {@code PASS-NUMBER}, and keeps them hidden. */
    static KafkaBacklog write(KafkaTestBed bed, TopicNames names, String pass, int count) {
        Map<String, Object> settings = dev.carillon.kit.kafka.KafkaDefaults.transactionalProducer(
                bed.clients().config(), "backlog", "backlog", TRANSACTION);
        KafkaBacklog backlog =
                new KafkaBacklog(new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()));
        backlog.producer.initTransactions();
        backlog.producer.beginTransaction();
        Instant first = Clock.systemUTC().instant();
        for (int n = 0; n < count; n++) {
            var unused = backlog.producer.send(record(names, pass, n, first.plusNanos(n)));
        }
        backlog.producer.flush();
        return backlog;
    }

    /** A task as the client would write it. */
    static ProducerRecord<byte[], byte[]> record(TopicNames names, String pass, int n, Instant execTime) {
        String topic = names.tasks("default", Priority.NORMAL);
        Instant fresh = execTime.getNano() == 0 ? execTime.plusNanos(1) : execTime;
        ExecutionKey key = ExecutionKey.of(pass + "-" + n, new ExecTime(fresh, MARK, null));
        Task task = Task.first(key, Origin.SUBMITTED, work(n));
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, key.home(KafkaTestBed.PARTITIONS), key.bytes(), Kind.TASK.encode(task));
        header(record, Headers.ATTEMPT, "1");
        header(record, Headers.ORIGIN, "submitted");
        header(record, Headers.PRIORITY, "normal");
        return record;
    }

    /** Work with a payload of some hundred bytes. */
    static Work work(int n) {
        return Work.of(NoOpWorkerMain.TYPE, RawJson.written(payload(n).getBytes(StandardCharsets.UTF_8)));
    }

    static String payload(int n) {
        return "{\"account\":" + n + ",\"text\":\"a few words that make a task as large as most are\",\"to\":\"team-"
                + n % 20 + "@example.org\"}";
    }

    private static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
        record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Makes all of them visible to read_committed consumers. */
    void show() {
        producer.commitTransaction();
    }

    @Override
    public void close() {
        producer.close();
    }
}
