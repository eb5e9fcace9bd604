package dev.carillon.collector.streams;

import dev.carillon.collector.ledger.EventVerdict;
import dev.carillon.collector.ledger.QueueList;
import dev.carillon.collector.partition.PartitionCounts;
import dev.carillon.collector.partition.QueueTopics;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The whole topology on one partition, with a clock that the test moves. */
final class Bench implements AutoCloseable, PartitionCounts, QueueTopics {
    static final Instant START = Instant.parse("2026-11-18T06:00:00Z");
    static final TopicNames NAMES = new TopicNames("carillon");
    /** Without jitter, so that tests can name instants. */
    static final Retry RETRY =
            new Retry(2, Duration.ofSeconds(10), 2.0, Duration.ofMinutes(10), 0, List.of(), List.of("HOPELESS"));

    final Map<EventVerdict, Integer> verdicts = new EnumMap<>(EventVerdict.class);
    final List<ErrorCode> poison = new ArrayList<>();
    final List<OutcomeStatus> ends = new ArrayList<>();
    int settled;
    int rehomed;
    int refreshes;
    long open;
    long timers;
    boolean timedWork = true;
    QueueList queues = new QueueList(Set.of("default"), Instant.MAX);

    private final Path dir;
    private TopologyTestDriver driver;

    Bench(Path dir) {
        this.dir = dir;
        this.driver = drive(START, List.of());
    }

    private TopologyTestDriver drive(Instant start, List<KeyValue<byte[], byte[]>> rows) {
        StreamsThreadShare thread = new StreamsThreadShare(NAMES.results(), this, Duration.ofMillis(100));
        TopologyDependencies dependencies = new TopologyDependencies(
                NAMES,
                1,
                1_000,
                this,
                () -> timedWork,
                this,
                new ControlProgress(() -> poison.add(ErrorCode.BAD_JSON), () -> {}),
                ThreadLocal.withInitial(() -> thread));
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, "carillon.collector");
        properties.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "none:1");
        properties.put(StreamsConfig.STATE_DIR_CONFIG, dir.toString());
        properties.put(StreamsConfig.ROCKSDB_CONFIG_SETTER_CLASS_CONFIG, StreamsRocksMemory.class);
        Topology topology = rows.isEmpty()
                ? StreamsTopology.build(dependencies)
                : StreamsTopology.build(dependencies, new RestoredStore(rows));
        return new TopologyTestDriver(topology, properties, start);
    }

    static Task task(String id) {
        Work work = Work.of("demo", RawJson.parse("{\"n\":1}")).withRetry(RETRY);
        return Task.first(ExecutionKey.of(id, START), Origin.TICK, work);
    }

    static Result result(Task task, ResultStatus status) {
        ExecutionKey key = task.key();
        if (key == null) {
            throw new IllegalArgumentException("a result needs a key");
        }
        Result result = Result.of(key, task.attempt(), status);
        return status == ResultStatus.SUCCEEDED ? result : result.withTask(task);
    }

    void result(Result result) {
        pipe(NAMES.results(), result.key().toString(), Kind.RESULT.encode(result), Headers.KIND_RESULT);
    }

    void claim(Result result) {
        pipe(NAMES.results(), result.key().toString(), Kind.RESULT.encode(result), Headers.KIND_CLAIM);
    }

    void delayed(Task task) {
        ExecutionKey key = task.key();
        pipe(NAMES.delayed(), key == null ? null : key.toString(), Kind.TASK.encode(task), null);
    }

    void cancel(Task task) {
        Command command = Command.of(CommandKind.CANCEL, String.valueOf(task.key()), now(), "enough");
        pipe(NAMES.control(), command.subject(), Kind.COMMAND.encode(command), null);
    }

    void pipe(String topic, @Nullable String key, byte @Nullable [] value, @Nullable String kind, String... headers) {
        RecordHeaders all = new RecordHeaders();
        if (kind != null) {
            all.add(Headers.KIND, kind.getBytes(StandardCharsets.UTF_8));
        }
        for (String header : headers) {
            all.add(header, "true".getBytes(StandardCharsets.UTF_8));
        }
        TestInputTopic<byte[], byte[]> input =
                driver.createInputTopic(topic, new ByteArraySerializer(), new ByteArraySerializer());
        input.pipeInput(new TestRecord<>(key == null ? null : key.getBytes(StandardCharsets.UTF_8), value, all, now()));
    }

    Instant now = START;

    Instant now() {
        return now;
    }

    void advance(Duration time) {
        now = now.plus(time);
        driver.advanceWallClockTime(time);
    }

    List<TestRecord<byte[], byte[]>> records(String topic) {
        TestOutputTopic<byte[], byte[]> output =
                driver.createOutputTopic(topic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        return output.readRecordsToList();
    }

    List<Outcome> outcomes() {
        return records(NAMES.outcomes()).stream()
                .map(record -> Kind.OUTCOME.decode(record.value()))
                .toList();
    }

    List<Task> released() {
        return records(NAMES.released("default")).stream()
                .map(record -> Kind.TASK.decode(record.value()))
                .toList();
    }

    List<Event> events() {
        return records(NAMES.events()).stream()
                .map(record -> Kind.EVENT.decode(record.value()))
                .toList();
    }

    /** The causes of all dead letters that the topology has written. */
    List<String> causes() {
        return records(NAMES.deadLetters()).stream()
                .map(record ->
                        new String(record.headers().lastHeader(Headers.CAUSE).value(), StandardCharsets.UTF_8))
                .toList();
    }

    /** Kills the process: only what is in its changelog is left. */
    void restart() {
        List<KeyValue<byte[], byte[]>> rows = new ArrayList<>();
        var store = driver.<byte[], byte[]>getKeyValueStore(StreamsTopology.STORE);
        try (var all = store.all()) {
            all.forEachRemaining(rows::add);
        }
        driver.close();
        open = 0;
        timers = 0;
        driver = drive(now, rows);
    }

    int rows() {
        int[] rows = {0};
        try (var all =
                driver.<byte[], byte[]>getKeyValueStore(StreamsTopology.STORE).all()) {
            all.forEachRemaining(row -> rows[0]++);
        }
        return rows[0];
    }

    int count(EventVerdict verdict) {
        return verdicts.getOrDefault(verdict, 0);
    }

    @Override
    public void close() {
        driver.close();
    }

    @Override
    public void decided(EventVerdict verdict) {
        verdicts.merge(verdict, 1, Integer::sum);
    }

    @Override
    public void ended(OutcomeStatus status) {
        ends.add(status);
    }

    @Override
    public void poison(ErrorCode cause) {
        poison.add(cause);
    }

    @Override
    public void settled(int count) {
        settled += count;
    }

    @Override
    public void rehomed() {
        rehomed++;
    }

    @Override
    public void open(long change) {
        open += change;
    }

    @Override
    public void timers(long change) {
        timers += change;
    }

    @Override
    public QueueList list() {
        return queues;
    }

    @Override
    public void refreshSoon() {
        refreshes++;
    }
}
