package dev.carillon.client;

import dev.carillon.client.log.ClusterConnector;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicMaker;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A cluster in memory with Carillon's topics, and a client for it. */
public final class MemoryCluster implements AutoCloseable {
    public static final TopicNames NAMES = new TopicNames("carillon");
    public static final Instant NOW = Instant.parse("2026-11-18T06:00:00.250Z");
    static final int PARTITIONS = 3;

    final ManualClock clock = new ManualClock(NOW);
    final MemoryRecordLog log = new MemoryRecordLog(clock);
    private final AtomicInteger opened = new AtomicInteger();
    public final CarillonClient client;

    public MemoryCluster() {
        new TopicCatalogue(NAMES, PARTITIONS)
                .all(List.of("default"))
                .forEach(topic -> log.create(topic.name(), topic.partitions()));
        client = CarillonClient.over(new Way(), KafkaConfig.at("memory:1"), NAMES, clock);
    }

    /** The topics. */
    public MemoryRecordLog log() {
        return log;
    }

    /** The clock of the client and of the topics. */
    public ManualClock clock() {
        return clock;
    }

    /** How many connections the client has opened. */
    int opened() {
        return opened.get();
    }

    private final class Way implements ClusterConnector {
        @Override
        public RecordLog open(KafkaConfig config) {
            opened.incrementAndGet();
            return log;
        }

        @Override
        public TopicMaker topics(KafkaConfig config) {
            throw new UnsupportedOperationException("a client makes no topics");
        }
    }

    /** Gives every task in a queue its outcome at once. */
    MemoryCluster answering() {
        log.whenAppended(sent -> {
            if (NAMES.lane(sent.topic()) != null) {
                outcome(ExecutionKey.parse(new String(sent.key(), java.nio.charset.StandardCharsets.UTF_8)));
            }
        });
        return this;
    }

    public void outcome(ExecutionKey key) {
        outcome(key, OutcomeStatus.SUCCEEDED);
    }

    public void outcome(ExecutionKey key, OutcomeStatus status) {
        Outcome outcome = OutcomeBuilder.builder()
                .key(key)
                .status(status)
                .attempts(1)
                .message("because")
                .decidedAt(clock.instant())
                .rest(Map.of())
                .build();
        put(NAMES.outcomes(), key, Kind.OUTCOME.encode(outcome), Map.of());
    }

    void result(Result result, Map<String, String> headers) {
        put(NAMES.results(), result.key(), Kind.RESULT.encode(result), headers);
    }

    void task(String topic, ExecutionKey key, Task task) {
        put(topic, key, Kind.TASK.encode(task), Map.of());
    }

    public void put(String topic, ExecutionKey key, byte[] value, Map<String, String> headers) {
        log.put(new OutgoingRecord(topic, key.home(log.partitions(topic)), key.bytes(), value, HeaderList.of(headers)));
    }

    @Override
    public void close() {
        client.close();
    }
}
