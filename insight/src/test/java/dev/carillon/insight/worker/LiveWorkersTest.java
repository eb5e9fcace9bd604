package dev.carillon.insight.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.HeartbeatBuilder;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which workers live, by their heartbeats, and what they serve. */
final class LiveWorkersTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final TopicNames NAMES = new TopicNames("carillon");

    private final ManualClock clock = new ManualClock(NOW);
    private final MemoryRecordLog log = new MemoryRecordLog(clock);

    @BeforeEach
    void createTopic() {
        log.create(NAMES.workers(), 1);
    }

    private void put(String worker, byte @Nullable [] value) {
        log.put(new OutgoingRecord(
                NAMES.workers(), 0, worker.getBytes(StandardCharsets.UTF_8), value, HeaderList.none()));
    }

    private void heartbeat(String worker, String queue, WorkerState state, String... types) {
        Heartbeat heartbeat = HeartbeatBuilder.builder()
                .worker(new WorkerRef(worker, "1"))
                .queues(List.of(queue))
                .types(List.of(types))
                .startedAt(NOW)
                .at(NOW)
                .state(state)
                .load(new Heartbeat.Load(10, 2, 1, 1, null, null, null))
                .partitions(List.of())
                .rest(Map.of())
                .positions(List.of())
                .build();
        put(worker, Kind.HEARTBEAT.encode(heartbeat));
    }

    private LiveWorkers live() {
        return LiveWorkers.look(log, NAMES, clock);
    }

    private WorkersSeen seen() {
        return WorkersSeen.look(new TopicScan(log, () -> 0, line -> {}), NAMES.workers(), clock.instant());
    }

    @Test
    void aWorkerLivesForTenSecondsAfterItsHeartbeat() {
        heartbeat("w1", "default", WorkerState.BUSY, "http");
        clock.advance(Duration.ofMillis(9_999));
        assertThat(live().count()).isEqualTo(1);
        clock.advance(Duration.ofMillis(2));

        assertThat(live().none()).isTrue();
        assertThat(seen().gone()).extracting(WorkerSeen::id).containsExactly("w1");
    }

    @Test
    void theNewestHeartbeatOfAWorkerCounts() {
        heartbeat("w1", "default", WorkerState.IDLE, "http");
        heartbeat("w1", "reports", WorkerState.BUSY, "shell");

        assertThat(seen().living()).hasSize(1);
        assertThat(seen().serve("default")).isFalse();
        assertThat(seen().serve("reports", "shell")).isTrue();
        assertThat(seen().inState(WorkerState.BUSY)).isEqualTo(1);
    }

    @Test
    void aCleanStopRemovesAWorkerAndAnUnreadableHeartbeatHidesNoOther() {
        heartbeat("w1", "default", WorkerState.IDLE, "http");
        heartbeat("w2", "default", WorkerState.IDLE, "http");
        put("w3", "{".getBytes(StandardCharsets.UTF_8));
        put("w1", null);

        assertThat(seen().all()).extracting(WorkerSeen::id).containsExactly("w2");
        assertThat(live().count()).isEqualTo(1);
        assertThat(seen().slots()).isEqualTo(10);
        assertThat(seen().running()).isEqualTo(2);
        assertThat(seen().held()).isEqualTo(1);
    }

    @Test
    void theLivingAreListedFirst() {
        heartbeat("a-gone", "default", WorkerState.IDLE, "http");
        clock.advance(Duration.ofSeconds(11));
        heartbeat("b-lives", "default", WorkerState.IDLE, "http");

        assertThat(seen().all()).extracting(WorkerSeen::id).containsExactly("b-lives", "a-gone");
    }

    @Test
    void aTypeThatNobodyServesIsRefusedWithTheNearestOne() {
        heartbeat("w1", "default", WorkerState.IDLE, "http", "shell");

        live().requireServed("type", "http", "default");
        assertThatThrownBy(() -> live().requireServed("type", "htpt", "default"))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("did you mean http?")
                .hasMessageContaining("served types: http, shell; skip this check with --force");
        assertThatThrownBy(() -> live().requireServed("type", "http", "other", "?force=true"))
                .hasMessageContaining("no live worker serves the queue other")
                .hasMessageContaining("?force=true");
    }
}
