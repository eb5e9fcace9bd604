package dev.carillon.benchmarks.raw;

import dev.carillon.benchmarks.kafka.KafkaTestBed;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records exactly as a trigger publishes them, made before any clock runs: key, whole task, headers and partition. */
public final class Prepared {
    private static final Duration DEADLINE = Duration.ofDays(6);

    private Prepared() {}

    /** The ticks of this many schedules at one instant. */
    public static List<ProducerRecord<byte[], byte[]>> ticks(
            TopicNames names, int count, IntFunction<Schedule> schedules) {
        return ticks(names, count, Instant.parse("2026-11-18T06:00:00Z"), schedules);
    }

    /** The same at an instant of the caller's choice. */
    public static List<ProducerRecord<byte[], byte[]>> ticks(
            TopicNames names, int count, Instant instant, IntFunction<Schedule> schedules) {
        String topic = names.tasks("default", Priority.NORMAL);
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Schedule schedule = schedules.apply(i);
            ExecutionKey key = ExecutionKey.of(schedule.taskId(), instant);
            Task task = Task.first(key, Origin.TICK, schedule.work())
                    .withNominalTime(instant)
                    .withTimes(null, instant.plus(DEADLINE))
                    .withSchedule(i, 0);
            ProducerRecord<byte[], byte[]> record =
                    new ProducerRecord<>(topic, key.home(KafkaTestBed.PARTITIONS), key.bytes(), Kind.TASK.encode(task));
            header(record, Headers.ATTEMPT, "1");
            header(record, Headers.ORIGIN, "tick");
            header(record, Headers.PRIORITY, "normal");
            header(record, Headers.SCHEDULE_VERSION, Integer.toString(i));
            records.add(record);
        }
        return records;
    }

    /** The same records for another topic. */
    static List<ProducerRecord<byte[], byte[]>> in(String topic, List<ProducerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record ->
                        new ProducerRecord<>(topic, record.partition(), record.key(), record.value(), record.headers()))
                .toList();
    }

    /** Bytes of keys and values, on average. */
    public static double averageBytes(List<ProducerRecord<byte[], byte[]>> records) {
        return records.stream()
                .mapToInt(record -> record.key().length + record.value().length)
                .average()
                .orElse(0);
    }

    private static void header(ProducerRecord<byte[], byte[]> record, String name, String value) {
        record.headers().add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
