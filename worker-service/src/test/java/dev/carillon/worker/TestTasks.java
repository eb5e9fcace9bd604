package dev.carillon.worker;

import dev.carillon.kit.time.ClockReading;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.Work;
import dev.carillon.worker.wire.InputPartition;
import dev.carillon.worker.wire.PolledRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Tasks and the records that bring them. */
public final class TestTasks {
    public static final TopicNames NAMES = new TopicNames("carillon");
    public static final int PARTITIONS = 4;
    public static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    public static final String NORMAL = NAMES.tasks("default", Priority.NORMAL);

    private TestTasks() {}

    /** Both clocks at an instant, if neither has stepped. */
    public static ClockReading at(Instant instant) {
        return new ClockReading(instant, Duration.between(NOW, instant).toNanos());
    }

    public static ExecutionKey key(String taskId) {
        return ExecutionKey.of(taskId, new ExecTime(NOW.minusMillis(1), "testmark", null));
    }

    public static Task task(String taskId) {
        return Task.first(key(taskId), Origin.SUBMITTED, Work.of("code", RawJson.NULL));
    }

    /** The task's record, at its home. */
    public static PolledRecord arrival(Task task, long offset) {
        ExecutionKey key = task.key();
        int home = key == null ? 0 : key.home(PARTITIONS);
        return arrival(new InputPartition(NORMAL, home), offset, Kind.TASK.encode(task));
    }

    public static PolledRecord arrival(InputPartition source, long offset, byte[] value) {
        return new PolledRecord(source, offset, NOW, null, value, List.of());
    }
}
