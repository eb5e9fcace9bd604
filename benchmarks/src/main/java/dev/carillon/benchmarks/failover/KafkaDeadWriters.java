package dev.carillon.benchmarks.failover;

import dev.carillon.benchmarks.failover.FailoverBenchmark.Scene;
import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.benchmarks.kafka.RoleProcess;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Kills a worker and a collector in the middle of a transaction: readers stop at it until a trigger ends it. Both write
 * to topics that the benchmark reads: the worker moves tasks home from wrong partitions of the topic of the ticks, the
 * collector writes outcomes.
 */
final class KafkaDeadWriters {
    private static final double DELAY_BOUND = 4_000;
    private static final Duration WATCHED = Duration.ofSeconds(8);
    private static final Duration FED_EVERY = Duration.ofMillis(2);

    private final Scene scene;
    private final Path dir;
    private final String bootstrapServers;

    KafkaDeadWriters(Scene scene, KafkaTestBed bed, Path dir) {
        this.scene = scene;
        this.dir = dir;
        this.bootstrapServers = bed.bootstrapServers();
    }

    void dieInTransactions() throws Exception {
        // The collector dies first: results of the worker's tasks would keep it busy for long.
        Instant first = scene.clock().instant();
        String collector = scene.names().namespace() + ".collector-";
        Map<String, String> stateDir = Map.of(
                "CARILLON_COLLECTOR_STATE_DIR", dir.resolve("dead-collector").toString());
        Instant died = dies("collector", stateDir, collector, scene.names().outcomes(), i -> result(first, i));
        List<String> lane = List.of(
                scene.names().released("default"),
                scene.names().outcomes(),
                scene.names().results());
        judge("collectorDiedTickDelayMillis", died, collector + "dead-1", lane);

        String worker = scene.names().namespace() + ".worker.dead";
        died = dies("worker", Map.of("CARILLON_WORKER_ID", "dead"), worker, ticks(), i -> astray(first, i));
        judge("workerDiedTickDelayMillis", died, worker, List.of(ticks()));
    }

    private String ticks() {
        return scene.names().tasks("default", Priority.NORMAL);
    }

    /**
     * Starts a process, gives it work, and kills it in a transaction; {@link Instant#MAX} if it was never found in one.
     */
    private Instant dies(
            String role,
            Map<String, String> settings,
            String id,
            String touching,
            IntFunction<ProducerRecord<byte[], byte[]>> work)
            throws Exception {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("CARILLON_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers);
        all.put("CARILLON_TOPICS_NAMESPACE", scene.names().namespace());
        try (KafkaFeeder feeder = new KafkaFeeder(scene.clients(), FED_EVERY, work);
                RoleProcess process = new RoleProcess(role, "dead-" + role, dir, RoleProcess.AS_LAUNCHED, all);
                KafkaDeath death = new KafkaDeath(scene.clients(), id, touching)) {
            process.awaitReady();
            feeder.awaitWritten(1);
            Instant died = death.of(process, scene.clock());
            scene.report()
                    .note(
                            role + "Died",
                            died.equals(Instant.MAX)
                                    ? "it was never found in a transaction, so a plain producer replaces it"
                                    : "kill -9 in a transaction, found at look number " + death.looks());
            return died;
        }
    }

    private void judge(String figure, Instant died, String id, List<String> topics) throws Exception {
        if (!died.equals(Instant.MAX)) {
            watch(figure, died);
            return;
        }
        try (StandIn open = new StandIn(scene, id)) {
            watch(figure, open.leftOpen(topics));
        }
    }

    private void watch(String figure, Instant died) throws Exception {
        Instant until = Scene.second(died.plus(WATCHED));
        scene.ticks().awaitComplete(Scene.second(died), until, WATCHED.plusSeconds(60));
        double late = scene.ticks().latest(Scene.second(died), until);
        scene.report().alwaysAtMost(figure, late, DELAY_BOUND);
    }

    /** The result of an execution without a task; the collector writes an outcome nevertheless. */
    private ProducerRecord<byte[], byte[]> result(Instant first, int i) {
        ExecutionKey key = ExecutionKey.of("done-" + i % 100, first.plusNanos(i + 1L));
        byte[] value = Kind.RESULT.encode(Result.of(key, 1, ResultStatus.SUCCEEDED));
        return new ProducerRecord<>(scene.names().results(), key.home(KafkaTestBed.PARTITIONS), key.bytes(), value);
    }

    /** A task in the partition after its home, as a foreign partitioner may put it. */
    private ProducerRecord<byte[], byte[]> astray(Instant first, int i) {
        ExecutionKey key = ExecutionKey.of("astray-" + i % 100, first.plusNanos(i + 1L));
        int wrong = (key.home(KafkaTestBed.PARTITIONS) + 1) % KafkaTestBed.PARTITIONS;
        byte[] value = Kind.TASK.encode(Task.first(key, Origin.SUBMITTED, Work.of("http", RawJson.NULL)));
        return new ProducerRecord<>(ticks(), wrong, key.bytes(), value);
    }

    /** A plain producer with an open transaction under the transactional id of the dead process. */
    private static final class StandIn implements AutoCloseable {
        private final Scene scene;
        private final Producer<byte[], byte[]> producer;

        StandIn(Scene scene, String id) {
            this.scene = scene;
            this.producer = scene.clients().transactionalProducer("dead", id);
        }

        Instant leftOpen(List<String> topics) {
            producer.initTransactions();
            producer.beginTransaction();
            Instant opened = scene.clock().instant();
            for (String topic : topics) {
                for (int partition = 0; partition < KafkaTestBed.PARTITIONS; partition++) {
                    byte[] key = ("never:" + opened).getBytes(StandardCharsets.UTF_8);
                    var unused = producer.send(new ProducerRecord<>(topic, partition, key, new byte[0]));
                }
            }
            producer.flush();
            return opened;
        }

        @Override
        public void close() {
            // Called only after the watch, as a close ends the transaction.
            producer.close(Duration.ZERO);
        }
    }
}
