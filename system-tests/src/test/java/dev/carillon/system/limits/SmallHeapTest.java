package dev.carillon.system.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.CarillonClient;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Eventually;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Priority;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.ChildProcess;
import dev.carillon.system.running.RunningCarillon;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A worker with default settings and 256 MB of heap, before a backlog of tasks of the largest size. A thousand of them,
 * which is how many it may fetch ahead, would fill the heap.
 */
@CarillonSystem(partitions = 1, services = false, checkedAtTheEnd = false)
final class SmallHeapTest {
    private static final int PARTITIONS = 12;
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration WITHIN = Duration.ofSeconds(60);

    @Test
    @Timeout(120)
    void backlogOfTheLargestTasksRunsInASmallHeap(RunningCarillon carillon) throws Exception {
        int tasks = 1_200;
        TopicNames names = namespace(carillon, "random");
        RawJson payload = RawJson.parse('"' + noise(Limits.PAYLOAD_BYTES - 2) + '"');
        KafkaConfig kafka = KafkaConfig.at(carillon.brokers().bootstrapServers());
        try (CarillonClient client = CarillonClient.connect(kafka, names)) {
            client.submitAll(Collections.nCopies(
                    tasks, Submission.of(SmallHeapWorkerMain.GROWS).payload(payload)));
        }
        try (ChildProcess worker = worker(carillon, names)) {
            awaitOutcomes(carillon, names, worker, tasks);
        }
    }

    /** Fetches are bounded by their compressed size: here 8 MB hold a gigabyte of tasks. */
    @Test
    @Timeout(120)
    void compressedBacklogOfTheLargestTasksRunsInASmallHeap(RunningCarillon carillon) throws Exception {
        int tasks = 4_000;
        TopicNames names = namespace(carillon, "compressed");
        produceCompressed(carillon, names, SmallHeapWorkerMain.GROWS, "", tasks);
        try (ChildProcess worker = worker(carillon, names)) {
            awaitOutcomes(carillon, names, worker, tasks);
        }
    }

    /** Results of failures contain their tasks, and a worker that takes over partitions reads an hour of results. */
    @Test
    @Timeout(120)
    void workerThatTakesOverReadsResultsOfTheLargestTasksInASmallHeap(RunningCarillon carillon) throws Exception {
        int tasks = 200;
        TopicNames names = namespace(carillon, "taken-over");
        produceCompressed(carillon, names, SmallHeapWorkerMain.CRACKS, largestFields(), 1_800);
        produceCompressed(carillon, names, SmallHeapWorkerMain.GROWS, "", tasks);
        try (ChildProcess first = worker(carillon, names)) {
            awaitOutcomes(carillon, names, first, tasks);
            try (ChildProcess second = worker(carillon, names)) {
                awaitTwoWithPartitions(carillon, names);
                produceCompressed(carillon, names, SmallHeapWorkerMain.GROWS, "", tasks);
                awaitOutcomes(carillon, names, second, 2 * tasks);
            }
        }
    }

    /** Waits until the second worker has partitions, whose results it reads and whose new tasks it runs. */
    private static void awaitTwoWithPartitions(RunningCarillon carillon, TopicNames names) {
        String group = names.namespace() + ".default";
        Admin admin = carillon.clients().admin("members");
        try (admin) {
            Eventually.that(
                    "two workers have partitions",
                    WITHIN,
                    () -> admin.describeConsumerGroups(List.of(group)).all().get().values().stream()
                                    .flatMap(found -> found.members().stream())
                                    .filter(member -> !member.assignment()
                                            .topicPartitions()
                                            .isEmpty())
                                    .count()
                            == 2);
        }
    }

    private static TopicNames namespace(RunningCarillon carillon, String name) throws InterruptedException {
        TopicNames names = new TopicNames(name);
        carillon.createTopics(names, PARTITIONS);
        return names;
    }

    private static ChildProcess worker(RunningCarillon carillon, TopicNames names) throws Exception {
        List<String> command =
                ChildProcess.java("-Xmx256m", "-XX:+UseSerialGC", "-XX:NewRatio=1", "-XX:+ExitOnOutOfMemoryError");
        command.addAll(
                List.of(SmallHeapWorkerMain.class.getName(), carillon.brokers().bootstrapServers(), names.namespace()));
        ChildProcess worker = ChildProcess.start(new ProcessBuilder(command));
        worker.await(SmallHeapWorkerMain.WORKS);
        return worker;
    }

    /** Text that does not compress. */
    private static String noise(int length) {
        Random random = new Random(length);
        StringBuilder text = new StringBuilder(length);
        random.ints(length, '0', 'z').map(c -> c == '\\' ? '~' : c).forEach(c -> text.append((char) c));
        return text.toString();
    }

    /** The largest fields around a payload; a control character takes six bytes. */
    private static String largestFields() {
        return ",\"labels\":" + words(Limits.LABEL_VALUE) + ",\"metadata\":" + words(Limits.METADATA_VALUE)
                + ",\"later\":\"" + "z".repeat(15_000) + "\"";
    }

    private static String words(int length) {
        return IntStream.range(0, Limits.LABELS)
                .mapToObj(n -> "\"" + n + "\":\"" + "\\u0001".repeat(length) + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** Produces tasks in large compressed batches, as a program in another language may. */
    private static void produceCompressed(
            RunningCarillon carillon, TopicNames names, String type, String more, int count) throws Exception {
        String payload = noise(1_024).repeat(Limits.PAYLOAD_BYTES / 1_024).substring(2);
        byte[] task = ("{\"taskId\":\"" + type + "\",\"type\":\"" + type + "\"" + more + ",\"payload\":\"" + payload
                        + "\"}")
                .getBytes(StandardCharsets.US_ASCII);
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                carillon.brokers().bootstrapServers(),
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                "lz4",
                ProducerConfig.BATCH_SIZE_CONFIG,
                500_000,
                ProducerConfig.LINGER_MS_CONFIG,
                100);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            String topic = names.tasks("default", Priority.NORMAL);
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, task)));
            }
            for (Future<RecordMetadata> one : sent) {
                one.get();
            }
        }
    }

    private static void awaitOutcomes(RunningCarillon carillon, TopicNames names, ChildProcess worker, int count) {
        Set<String> keys = new HashSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer = carillon.clients().consumer("outcomes-of-large-tasks")) {
            List<TopicPartition> all = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                all.add(new TopicPartition(names.outcomes(), i));
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
            Deadline deadline = Deadline.in(WITHIN);
            boolean more = true;
            while (more) {
                assertThat(worker.isAlive())
                        .as("after %s outcomes output of the worker: %s", keys.size(), worker.lastOutput())
                        .isTrue();
                assertThat(deadline.isOver())
                        .as("%s outcomes in time; output of the worker: %s", keys.size(), worker.lastOutput())
                        .isFalse();
                int before = keys.size();
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    check(record);
                    String key = new String(record.key(), StandardCharsets.UTF_8);
                    assertThat(keys.add(key)).as("a second outcome of %s", key).isTrue();
                }
                more = keys.size() < count || keys.size() > before;
            }
        }
        assertThat(keys).hasSize(count);
        assertThat(worker.allOutput()).doesNotContain("OutOfMemory");
    }

    private static void check(ConsumerRecord<byte[], byte[]> record) {
        Outcome outcome = Kind.OUTCOME.decode(record.value());
        assertThat(outcome.status()).as("%s", outcome.message()).isEqualTo(OutcomeStatus.SUCCEEDED);
        assertThat(outcome.attempts()).isEqualTo(1);
        Result last = Objects.requireNonNull(outcome.last());
        assertThat(Objects.requireNonNull(last.data()).length()).isEqualTo(Limits.RESULT_DATA_BYTES);
    }
}
