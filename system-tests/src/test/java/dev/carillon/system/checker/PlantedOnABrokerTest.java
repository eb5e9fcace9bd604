package dev.carillon.system.checker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.system.checker.finding.CountNames;
import dev.carillon.system.checker.finding.Guarantee;
import dev.carillon.system.checker.finding.Report;
import dev.carillon.system.checker.finding.Violation;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Test;

/** A lost, a doubled and an early tick in real topics, among records that were never committed. */
@CarillonSystem(partitions = 1, services = false, checkedAtTheEnd = false)
final class PlantedOnABrokerTest {
    private static final Instant FIRST = Instant.parse("2026-11-18T06:00:05Z");
    private static final int LOST = 3;
    private static final int EARLY = 5;
    private static final int DOUBLED = 7;

    private static Instant tick(int n) {
        return FIRST.plusSeconds(5L * n);
    }

    @Test
    void lostDoubledAndEarlyTickAreFoundInRealTopics(RunningCarillon carillon) throws Exception {
        keepTheWritersTimes(carillon);
        WrittenRun run = new WrittenRun(tick(-1), carillon.names());
        run.schedule(
                tick(-1).plusMillis(1), Schedule.of("bell", FiringRule.every(Duration.ofSeconds(5)), WrittenRun.WORK));
        run.sliceTo(tick(-1).plusSeconds(1));
        for (int n = 0; n < 10; n++) {
            if (n != LOST) {
                run.succeeded(tick(n).plusMillis(n == EARLY ? -2_000 : 3), WrittenRun.tick("bell", tick(n)));
            }
        }
        run.task(tick(DOUBLED).plusMillis(50), WrittenRun.tick("bell", tick(DOUBLED)));
        run.sliceTo(tick(9));
        write(carillon, run);

        Report report = carillon.check();
        assertThat(report.count(CountNames.EXECUTIONS)).isEqualTo(9);
        assertThat(report.of(Guarantee.G1))
                .extracting(Violation::toString)
                .hasSize(3)
                .anyMatch(words -> words.contains("bell:" + tick(LOST)) && words.contains("neither a task"))
                .anyMatch(words -> words.contains("bell:" + tick(DOUBLED)) && words.contains("dispatched 2 times"))
                .anyMatch(words -> words.contains("bell:" + tick(EARLY)) && words.contains("before its instant"));
        assertThat(report.of(Guarantee.G3)).singleElement().asString().contains("bell:" + tick(EARLY));
        assertThat(report.violations()).hasSize(4);
    }

    /** Lets records keep these times, which the broker would otherwise replace by the time of their arrival. */
    private static void keepTheWritersTimes(RunningCarillon carillon) throws Exception {
        try (Admin admin = carillon.clients().admin("planted")) {
            Collection<AlterConfigOp> keep = List.of(new AlterConfigOp(
                    new ConfigEntry("message.timestamp.type", "CreateTime"), AlterConfigOp.OpType.SET));
            Map<ConfigResource, Collection<AlterConfigOp>> all = new LinkedHashMap<>();
            for (String topic : admin.listTopics().names().get()) {
                if (topic.startsWith(carillon.names().namespace() + ".")) {
                    all.put(new ConfigResource(ConfigResource.Type.TOPIC, topic), keep);
                }
            }
            admin.incrementalAlterConfigs(all).all().get();
        }
    }

    private static void write(RunningCarillon carillon, WrittenRun run) {
        String id = carillon.names().namespace() + ".planted";
        try (KafkaProducer<byte[], byte[]> producer = carillon.clients().transactionalProducer("planted", id)) {
            producer.initTransactions();
            producer.beginTransaction();
            send(producer, run);
            producer.commitTransaction();
            producer.beginTransaction();
            send(producer, run);
            producer.flush();
            producer.abortTransaction();
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // The commit throws if one of them failed.
    private static void send(KafkaProducer<byte[], byte[]> producer, WrittenRun run) {
        run.records().forEach(record -> producer.send(sent(record)));
    }

    private static ProducerRecord<byte[], byte[]> sent(SeenRecord record) {
        ProducerRecord<byte[], byte[]> sent =
                new ProducerRecord<>(record.topic(), 0, record.appended().toEpochMilli(), record.key(), record.value());
        record.headers().forEach((name, value) -> sent.headers().add(name, value.getBytes(StandardCharsets.UTF_8)));
        return sent;
    }
}
