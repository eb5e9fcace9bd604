package dev.carillon.insight.worker;

import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.PARTITIONS;
import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.RecordedCluster.moment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.AttemptTimes;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.WorkerState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How the ended attempts of the last minute are shared by the workers, and when a worker counts as gone. */
final class WorkerSharesTest {
    private final RecordedCluster cluster = new RecordedCluster();

    @BeforeEach
    void atSix() {
        cluster.at("06:00:00");
    }

    private WorkerShares shares() {
        return WorkerShares.look(cluster.scan(), NAMES.results(), cluster.now());
    }

    private static Result result(int second, @Nullable String worker, ResultStatus status) {
        WorkerRef ref = worker == null ? null : new WorkerRef(worker, "1");
        return Result.of(ExecutionKey.of("report", moment("05:00:00").plusSeconds(second)), 1, status)
                .withRun(ref, AttemptTimes.NONE, null);
    }

    @Test
    void attemptsAreCountedForTheWorkersThatEndedThem() {
        for (int i = 0; i < 9; i++) {
            cluster.result(result(i, i < 6 ? "w1" : "w2", i == 0 ? ResultStatus.FAILED : ResultStatus.SUCCEEDED));
        }

        assertThat(shares().byWorker()).containsExactlyInAnyOrderEntriesOf(Map.of("w1", 6L, "w2", 3L));
        assertThat(shares().all()).isEqualTo(9);
        assertThat(shares().of("w3")).isZero();
        assertThat(shares().span()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void claimsLeasesSkipsAndDamagedResultsAreNoEnds() {
        cluster.result(result(0, "w1", ResultStatus.STARTED)).result(result(1, null, ResultStatus.LOST));
        byte[] value = Kind.RESULT.encode(result(2, "w1", ResultStatus.SUCCEEDED));
        cluster.put(NAMES.results(), 0, "a", value, Map.of(Headers.KIND, Headers.KIND_LEASE));
        cluster.put(NAMES.results(), 0, "a", value, Map.of(Headers.KIND, Headers.KIND_CHECK));
        cluster.put(NAMES.results(), 0, "a", json("{"), Map.of());
        cluster.put(NAMES.results(), 0, "a", null, Map.of());
        assertThat(shares().all()).isZero();

        cluster.put(NAMES.results(), 0, "a", value, Map.of());
        assertThat(shares().byWorker()).containsExactly(Map.entry("w1", 1L));
    }

    @Test
    void onlyTheLastMinuteCounts() {
        cluster.result(result(0, "w1", ResultStatus.SUCCEEDED)).at("06:01:00");
        assertThat(shares().of("w1")).isEqualTo(1);

        cluster.at("06:01:00.001");
        assertThat(shares().of("w1")).isZero();
    }

    @Test
    void ofABusyPartitionTheLastTwoThousandAreEnough() {
        byte[] first = Kind.RESULT.encode(result(0, "w1", ResultStatus.SUCCEEDED));
        byte[] later = Kind.RESULT.encode(result(0, "w2", ResultStatus.SUCCEEDED));
        for (int i = 0; i < 5_000; i++) {
            cluster.put(NAMES.results(), 0, "a", i < 3_500 ? first : later, Map.of());
            cluster.put(NAMES.results(), i % PARTITIONS == 0 ? 1 : 2, "a", null, Map.of());
        }

        assertThat(shares().byWorker()).containsExactlyInAnyOrderEntriesOf(Map.of("w1", 500L, "w2", 1_500L));
    }

    private WorkersSeen seen() {
        return WorkersSeen.look(cluster.scan(), NAMES.workers(), cluster.now());
    }

    private void heartbeat(String worker, WorkerState state, Heartbeat.Load load) {
        cluster.heartbeat(RecordedCluster.heartbeat(worker, cluster.now())
                .state(state)
                .load(load)
                .build());
    }

    /** Its own clock may say anything: what counts is when the broker stored the heartbeat. */
    @ParameterizedTest
    @CsvSource({"1970-01-01T00:00:00Z", "2026-11-18T06:00:00Z", "9999-12-31T23:59:59Z"})
    void aWorkerWithAWrongClockLives(Instant own) {
        cluster.heartbeat(RecordedCluster.heartbeat("w1", own).build());

        assertThat(seen().living()).hasSize(1);
        assertThat(LiveWorkers.look(cluster.log, NAMES, cluster.clock).count()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"05:50:00, false, 0", "06:00:10, false, 10000", "06:00:10.001, true, 10001"})
    void aWorkerIsGoneByTheBrokersTimeAndThisHostsClock(String now, boolean gone, long silence) {
        cluster.worker("w1").at(now);

        WorkerSeen worker = seen().all().get(0);
        assertThat(worker.isGone()).isEqualTo(gone);
        assertThat(worker.silence()).hasMillis(silence);
        assertThat(worker.serves("default", "shell")).isEqualTo(!gone);
    }

    @Test
    void workersThatAreGoneAddNothingToSlotsAndStates() {
        heartbeat("gone", WorkerState.BUSY, new Heartbeat.Load(100, 50, 20, 1, null, null, null));
        cluster.at("06:00:11");
        heartbeat("a", WorkerState.BUSY, new Heartbeat.Load(10, 3, 2, 1, null, null, null));
        heartbeat("b", WorkerState.IDLE, new Heartbeat.Load(5, 0, 0, 1, null, null, null));

        WorkersSeen seen = seen();
        assertThat(List.of(seen.slots(), seen.running(), seen.held())).containsExactly(15, 3, 2);
        assertThat(seen.inState(WorkerState.BUSY)).isEqualTo(1);
        assertThat(seen.serve("default")).isTrue();
        assertThat(seen.serve("default", "http")).isFalse();
        assertThat(WorkersSeen.none().serve("default")).isFalse();
    }

    /** A worker of a newer version may be there; it must not seem to be gone without a trace. */
    @Test
    void aHeartbeatThatCanNotBeReadLeavesTheLastOne() {
        cluster.worker("w1").at("06:00:05");
        cluster.put(NAMES.workers(), 0, "w1", json("{'v':9}"), Map.of()).at("06:00:09");

        assertThat(seen().living()).extracting(WorkerSeen::id).containsExactly("w1");
        cluster.put(NAMES.workers(), 0, "w1", null, Map.of());
        assertThat(seen().all()).isEmpty();
    }
}
