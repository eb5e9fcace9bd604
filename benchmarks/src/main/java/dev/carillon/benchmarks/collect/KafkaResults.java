package dev.carillon.benchmarks.collect;

import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Results as workers write them. */
final class KafkaResults {
    private static final WorkerRef WORKER = new WorkerRef("host-1-4f2a", "9c11d2e0");
    private static final int TASKS = 1_000;

    private final TopicNames names;
    private final Clock clock = Clock.systemUTC();
    private final FreshKeys keys = new FreshKeys(clock);

    KafkaResults(TopicNames names) {
        this.names = names;
    }

    /** A first attempt that succeeded, settled by its worker or not. */
    ProducerRecord<byte[], byte[]> succeeded(int n, boolean settled) {
        ProducerRecord<byte[], byte[]> record = record(result(key(n), ResultStatus.SUCCEEDED));
        if (settled) {
            header(record, Headers.SETTLED, "true");
        }
        return record;
    }

    /** A first attempt that failed and is retried after a delay. */
    ProducerRecord<byte[], byte[]> failed(int n, Duration retryAfter) {
        ExecutionKey key = key(n);
        Retry rule = new Retry(3, retryAfter, 1, Duration.ofHours(1), 0, List.of(), List.of());
        String payload = "{\"account\":" + n + ",\"text\":\"a few words that make a task as large as most are\"}";
        Work work = Work.of("charge", RawJson.parse(payload)).withRetry(rule);
        Result failed = result(key, ResultStatus.FAILED)
                .withReason("HANDLER_FAILED", "the bank did not answer", null)
                .withTask(Task.first(key, Origin.SUBMITTED, work));
        return record(failed);
    }

    private ExecutionKey key(int n) {
        return keys.next("charge-" + n % TASKS);
    }

    private Result result(ExecutionKey key, ResultStatus status) {
        Instant now = clock.instant();
        return Result.of(key, 1, status)
                .withRun(
                        WORKER,
                        new AttemptTimes(now.minusMillis(2), now.minusMillis(1), now),
                        new TaskPosition("carillon.tasks.default.normal", key.home(KafkaTestBed.PARTITIONS), 17));
    }

    private ProducerRecord<byte[], byte[]> record(Result result) {
        ExecutionKey key = result.key();
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                names.results(), key.home(KafkaTestBed.PARTITIONS), key.bytes(), Kind.RESULT.encode(result));
        header(record, Headers.KIND, Headers.KIND_RESULT);
        header(record, Headers.ATTEMPT, "1");
        return record;
    }

    private static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
        record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes results; every {@code failingEach}-th of them fails into a timer of an hour, none if that is 0. */
    void write(Producer<byte[], byte[]> producer, int count, boolean settled, int failingEach) {
        for (int n = 0; n < count; n++) {
            boolean fails = failingEach > 0 && n % failingEach == 0;
            var unused = producer.send(fails ? failed(n, Duration.ofHours(1)) : succeeded(n, settled));
        }
        producer.flush();
    }
}
