package dev.carillon.benchmarks.failover;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Defines schedules as any client may. */
final class KafkaSchedules {
    private KafkaSchedules() {}

    /**
     * Repeats the definition of a schedule that does not fire during the benchmark: an input that a leader has to
     * commit.
     */
    static ProducerRecord<byte[], byte[]> edit(TopicNames names, Instant at) {
        Schedule schedule = Schedule.of("edited", FiringRule.at(at), Work.of("http", RawJson.NULL));
        byte[] key = schedule.taskId().getBytes(StandardCharsets.UTF_8);
        return new ProducerRecord<>(names.schedules(), key, Kind.SCHEDULE.encode(schedule));
    }

    /** Schedules named {@code s-0} and so on, each of which fires every second. */
    static void everySecond(KafkaClients clients, TopicNames names, int number) {
        try (Producer<byte[], byte[]> producer = clients.producer("definitions")) {
            for (int i = 0; i < number; i++) {
                Schedule schedule =
                        Schedule.of("s-" + i, FiringRule.every(Duration.ofSeconds(1)), Work.of("http", RawJson.NULL));
                byte[] key = schedule.taskId().getBytes(StandardCharsets.UTF_8);
                var unused =
                        producer.send(new ProducerRecord<>(names.schedules(), key, Kind.SCHEDULE.encode(schedule)));
            }
            producer.flush();
        }
    }
}
