package dev.carillon.system.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.collector.CarillonCollector;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.ChildProcess;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.worker.CarillonWorker;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** G14: every acknowledged submission of two busy clients runs, and no two of them share a key. */
@CarillonSystem(partitions = 1, services = false, checkedAtTheEnd = false)
final class ManyClientsTest {
    private static final int CLIENTS = 2;
    private static final int EACH = 200_000;
    private static final int PARTITIONS = 12;
    private static final Duration POLL = Duration.ofMillis(200);
    /** Not the namespace of the class, whose watch and checker would keep this large run in memory. */
    private static final TopicNames NAMES = new TopicNames("flood");

    @Test
    @Timeout(300)
    void twoClientsUnderOneTaskIdLoseNothing(RunningCarillon carillon, @TempDir Path dir) throws Exception {
        String brokers = carillon.brokers().bootstrapServers();
        BitSet seen = new BitSet();
        carillon.createTopics(NAMES, PARTITIONS);
        try (CarillonCollector collector = CarillonCollector.on(brokers)
                        .namespace(NAMES.namespace())
                        .set("collector.state-dir", dir.resolve("state").toString())
                        .start();
                CarillonWorker worker = CarillonWorker.on(brokers)
                        .namespace(NAMES.namespace())
                        .set("worker.concurrency", "100")
                        .set("worker.buffer", "10000")
                        .handle(FloodMain.TYPE, context -> {
                            int number = Integer.parseInt(context.payload().text());
                            synchronized (seen) {
                                seen.set(number);
                            }
                            return null;
                        })
                        .start()) {
            assertThat(worker.id()).isNotNull();
            flood(brokers, dir);
            Set<String> ended = succeeded(carillon, CLIENTS * EACH);
            assertThat(ended).hasSize(CLIENTS * EACH);
            synchronized (seen) {
                assertThat(seen.cardinality()).as("payloads that a handler saw").isEqualTo(CLIENTS * EACH);
            }
            assertThat(collector.whyNotReady()).isEmpty();
        }
    }

    private static void flood(String brokers, Path dir) throws Exception {
        Path begin = dir.resolve("begin");
        List<ChildProcess> clients = new ArrayList<>();
        try {
            for (int i = 0; i < CLIENTS; i++) {
                List<String> command = ChildProcess.java("-Xmx384m");
                command.addAll(List.of(
                        FloodMain.class.getName(),
                        brokers,
                        NAMES.namespace(),
                        Integer.toString(i * EACH),
                        Integer.toString(EACH),
                        begin.toString()));
                clients.add(ChildProcess.start(new ProcessBuilder(command)));
            }
            for (ChildProcess client : clients) {
                client.await(FloodMain.READY);
            }
            Files.createFile(begin);
            for (ChildProcess client : clients) {
                assertThat(client.await(FloodMain.DONE)).isEqualTo(Integer.toString(EACH));
            }
        } finally {
            clients.forEach(ChildProcess::close);
        }
    }

    /** Reads this many outcomes and returns their keys; each must be SUCCEEDED. */
    private static Set<String> succeeded(RunningCarillon carillon, int count) {
        Set<String> keys = new HashSet<>();
        try (KafkaConsumer<byte[], byte[]> consumer = carillon.clients().consumer("outcomes-of-many")) {
            List<TopicPartition> all = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                all.add(new TopicPartition(NAMES.outcomes(), i));
            }
            consumer.assign(all);
            consumer.seekToBeginning(all);
            int outcomes = 0;
            while (outcomes < count) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    String key = new String(record.key(), StandardCharsets.UTF_8);
                    if (key.startsWith(FloodMain.TYPE + ":")) {
                        outcomes++;
                        assertThat(new String(record.value(), StandardCharsets.UTF_8))
                                .contains("\"status\":\"SUCCEEDED\"");
                        assertThat(keys.add(key))
                                .as("a second outcome of %s", key)
                                .isTrue();
                    }
                }
            }
        }
        return keys;
    }
}
