package dev.carillon.insight.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.cluster.ClusterProblem.Kind;
import dev.carillon.insight.topic.Backlog;
import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.worker.WorkerSeen;
import dev.carillon.insight.worker.WorkersSeen;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.MarkerBuilder;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.trigger.StoredProgress;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.HeartbeatBuilder;
import dev.carillon.schemas.worker.WorkerState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which problems an operator is told of, by the limits between well and not. */
final class HealthJudgeTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    private List<String> missing = List.of();
    private @Nullable Duration watermarkAge = Duration.ofSeconds(1);
    private Duration behind = Duration.ZERO;
    private Duration workerSilence = Duration.ofSeconds(1);
    private final Map<String, ReadValue<Marker>> markers = new TreeMap<>();
    private List<QueueLoad> queues = List.of();
    private List<Backlog> collector = List.of();
    private long dead;
    private @Nullable Instant lastDead;

    private static EvidenceRecord at(Duration ago) {
        return new EvidenceRecord("record", "carillon.topic", 0, 7, NOW.minus(ago));
    }

    private List<ClusterProblem> problems() {
        ReadValue<Watermark> watermark = watermarkAge == null
                ? null
                : new ReadValue<>(
                        new Watermark(
                                Watermark.ONLY_SHARD,
                                DecidedUpTo.allOf(NOW.minus(behind)),
                                InputPositions.START,
                                null,
                                null,
                                Duration.ofSeconds(5),
                                Map.of()),
                        at(watermarkAge));
        Heartbeat heartbeat = HeartbeatBuilder.builder()
                .worker(new WorkerRef("w1", "1"))
                .queues(List.of("default"))
                .types(List.of("http"))
                .startedAt(NOW)
                .at(NOW)
                .state(WorkerState.IDLE)
                .load(new Heartbeat.Load(10, 0, 0, 1, null, null, null))
                .partitions(List.of())
                .rest(Map.of())
                .positions(List.of())
                .build();
        return HealthJudge.of(new ClusterStatus(
                NOW,
                missing,
                new TriggerSeen(watermark, markers, new LeaderHistory(Watermark.ONLY_SHARD, NOW)),
                new WorkersSeen(List.of(new WorkerSeen(heartbeat, at(workerSilence), workerSilence))),
                queues,
                collector,
                new ClusterStatus.Ends(null, 0, 0, dead, lastDead)));
    }

    private List<Kind> kinds() {
        return problems().stream().map(ClusterProblem::kind).toList();
    }

    private static Backlog waiting(long count, Duration oldest) {
        return new Backlog("carillon.tasks.default.normal", count, 0, true, NOW.minus(oldest));
    }

    @Test
    void aSystemAtWorkHasNoProblem() {
        queues = List.of(new QueueLoad("default", List.of(waiting(3, Duration.ofSeconds(59))), true));
        collector = List.of(waiting(3, Duration.ofSeconds(29)));

        assertThat(problems()).isEmpty();
    }

    @Test
    void missingTopicsComeFirstAndOnlyThreeAreNamed() {
        missing = List.of("a", "b", "c", "d");
        watermarkAge = null;

        assertThat(kinds()).containsExactly(Kind.TOPICS_MISSING, Kind.NO_TRIGGER);
        assertThat(problems().get(0).words()).isEqualTo("4 topics are missing: a, b, c and 1 more");
        assertThat(problems().get(0).next()).isEqualTo("carillon topics create");
    }

    /** The trigger writes its watermark at least every second interval of 5 s, and a commit may take 2 s. */
    @ParameterizedTest
    @CsvSource({"PT12S, false", "PT12.001S, true", "PT10H, true"})
    void aTriggerIsSilentByItsOwnInterval(Duration age, boolean silent) {
        watermarkAge = age;

        assertThat(kinds()).isEqualTo(silent ? List.of(Kind.TRIGGER_SILENT) : List.of());
    }

    @Test
    void aTriggerThatWritesButDoesNotKeepUpIsBehind() {
        behind = Duration.ofMinutes(3);

        assertThat(problems())
                .extracting(ClusterProblem::words)
                .containsExactly("the trigger is 3 min behind the clock");
    }

    @ParameterizedTest
    @CsvSource({"PT10S, false, false", "PT10.001S, true, true", "PT59M, true, true", "PT61M, true, false"})
    void aWorkerThatWentIsNamedForAnHour(Duration silence, boolean none, boolean named) {
        workerSilence = silence;

        assertThat(kinds().contains(Kind.NO_WORKER)).isEqualTo(none);
        assertThat(kinds().contains(Kind.WORKER_SILENT)).isEqualTo(named);
    }

    @Test
    void aQueueWithoutAWorkerIsToldOnceSomethingWaitsInIt() {
        queues = List.of(
                new QueueLoad("empty", List.of(), false),
                new QueueLoad("slow", List.of(waiting(1, Duration.ZERO)), false));

        assertThat(problems())
                .extracting(ClusterProblem::words)
                .containsExactly("1 task waits in queue slow, which no worker serves");
    }

    @Test
    void aQueueIsSlowIfATaskWaitsForMoreThanAMinute() {
        queues = List.of(new QueueLoad("default", List.of(waiting(2, Duration.ofSeconds(61))), true));

        assertThat(problems())
                .extracting(ClusterProblem::words)
                .containsExactly("2 tasks in queue default are unfinished, the oldest for 1 min 1 s");
    }

    @Test
    void aCollectorIsBehindByTimeOrByWhatCanNotBeCounted() {
        collector = List.of(waiting(1, Duration.ofSeconds(31)));
        assertThat(kinds()).containsExactly(Kind.COLLECTOR_BEHIND);

        collector = List.of(new Backlog("carillon.results", 70_000, 0, false, null));
        assertThat(problems())
                .extracting(ClusterProblem::words)
                .containsExactly("the collector has about 70000 records to process");
    }

    @Test
    void brokenSchedulesAreNamedInOrderAndDeletedOnesAreNot() {
        for (String taskId : List.of("b", "a", "gone")) {
            Marker marker = MarkerBuilder.builder()
                    .taskId(taskId)
                    .floor(DecidedUpTo.allOf(Instant.EPOCH))
                    .progress(StoredProgress.NOTHING)
                    .overrides(ScheduleOverrides.NONE)
                    .brokenCode("BAD_CRON")
                    .deleted(taskId.equals("gone") ? NOW : null)
                    .rest(Map.of())
                    .build();
            markers.put(taskId, new ReadValue<>(marker, at(Duration.ZERO)));
        }

        assertThat(problems())
                .extracting(ClusterProblem::words)
                .containsExactly("2 schedules have a definition that can't be used: a, b");
        assertThat(problems().get(0).next()).isEqualTo("carillon why a");
    }

    @Test
    void deadLettersAreToldForAnHour() {
        dead = 1;
        lastDead = NOW.minus(Duration.ofMinutes(59));
        assertThat(problems())
                .extracting(ClusterProblem::words)
                .containsExactly("1 dead letter waits to be replayed or dropped, the last one written 59 min ago");

        dead = ClusterStatus.Ends.TOO_MANY;
        assertThat(problems().get(0).words()).startsWith("very many dead letters wait to be replayed");

        lastDead = NOW.minus(Duration.ofMinutes(60));
        assertThat(problems()).isEmpty();
    }
}
