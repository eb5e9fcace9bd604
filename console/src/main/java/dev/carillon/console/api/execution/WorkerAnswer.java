package dev.carillon.console.api.execution;

import dev.carillon.console.history.state.WorkerEntry;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.worker.Heartbeat;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A worker as JSON, from its last heartbeat. */
@RecordBuilder
record WorkerAnswer(
        String workerId,
        String incarnation,
        @Nullable String name,
        @Nullable String host,
        @Nullable String version,
        String state,
        int capacity,
        int running,
        int held,
        int weight,
        @Nullable Double cpu,
        @Nullable Long memory,
        @Nullable Long networkBytes,
        List<String> queues,
        List<String> types,
        List<String> partitions,
        Instant startedAt,
        Instant heardAt,
        Duration silenceMs) {
    static WorkerAnswer of(WorkerEntry worker, Instant now) {
        Heartbeat last = worker.last();
        Heartbeat.Load load = last.load();
        return WorkerAnswerBuilder.builder()
                .workerId(last.worker().id())
                .incarnation(last.worker().incarnation())
                .name(last.name())
                .host(last.host())
                .version(last.version())
                .state(worker.gone() ? "gone" : Fields.spelled(last.state()))
                .capacity(load.capacity())
                .running(load.running())
                .held(load.held())
                .weight(load.weight())
                .cpu(load.cpu())
                .memory(load.memory())
                .networkBytes(load.networkBytes())
                .queues(last.queues())
                .types(last.types())
                .partitions(last.partitions())
                .startedAt(last.startedAt())
                .heardAt(worker.heard())
                .silenceMs(RunAnswer.notNegative(Duration.between(worker.heard(), now)))
                .build();
    }
}
