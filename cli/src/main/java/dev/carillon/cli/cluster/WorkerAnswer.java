package dev.carillon.cli.cluster;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.worker.WorkerSeen;
import dev.carillon.schemas.worker.Heartbeat;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A worker as JSON, from its last heartbeat. The fields that the first version had are null if unknown, later ones are
 * left out.
 *
 * @param partitions how many it reads
 */
@RecordBuilder
record WorkerAnswer(
        String workerId,
        String incarnation,
        @Nullable String name,
        String state,
        int running,
        int capacity,
        int held,
        int weight,
        @Nullable Long fetched,
        @Nullable Double taskMillis,
        List<String> queues,
        List<String> types,
        int partitions,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Double cpu,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Long memory,
        @Nullable Long networkBytes,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String version,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable String host,
        Instant startedAt,
        Instant heardAt,
        long silenceMs,
        EvidenceRecord evidence) {
    static WorkerAnswer of(WorkerSeen worker) {
        Heartbeat heartbeat = worker.heartbeat();
        Heartbeat.Load load = heartbeat.load();
        return WorkerAnswerBuilder.builder()
                .workerId(worker.id())
                .incarnation(heartbeat.worker().incarnation())
                .name(heartbeat.name())
                .state(worker.isGone() ? "gone" : heartbeat.state().name().toLowerCase(Locale.ROOT))
                .running(load.running())
                .capacity(load.capacity())
                .held(load.held())
                .weight(load.weight())
                .fetched(load.fetched())
                .taskMillis(load.taskMillis())
                .queues(heartbeat.queues())
                .types(heartbeat.types())
                .partitions(heartbeat.partitions().size())
                .cpu(load.cpu())
                .memory(load.memory())
                .networkBytes(load.networkBytes())
                .version(heartbeat.version())
                .host(heartbeat.host())
                .startedAt(heartbeat.startedAt())
                .heardAt(worker.at().appended())
                .silenceMs(worker.silence().toMillis())
                .evidence(worker.at())
                .build();
    }
}
