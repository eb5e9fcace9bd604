package dev.carillon.console.history.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.deadletter.DeadLetterEntry;
import dev.carillon.console.history.deadletter.DeadLetterFilter;
import dev.carillon.console.history.fold.FoldedBatch;
import dev.carillon.console.history.fold.RecordReader;
import dev.carillon.console.history.fold.Written;
import dev.carillon.console.history.schedule.DayTally;
import dev.carillon.console.history.schedule.DurationPercentiles;
import dev.carillon.console.history.schedule.RunMark;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.console.history.schedule.ScheduleFilter;
import dev.carillon.console.history.state.OpenRuns;
import dev.carillon.console.history.state.OutcomeCounts;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.HeartbeatBuilder;
import dev.carillon.schemas.worker.WorkerState;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries for counts, schedules, workers and dead letters. */
final class SqlBoardTest {
    private final Written written = new Written();
    private final ManualClock clock = new ManualClock(Written.BEGIN.plus(Duration.ofMinutes(5)));
    private final SqlRows rows;
    private final SqlBoard board;
    private final SqlScheduleHistory schedules;
    private final SqlDeadLetters deadLetters;

    SqlBoardTest(@TempDir Path dir) {
        rows = new SqlRows(dir);
        board = new SqlBoard(
                rows.database, clock, Duration.ofSeconds(60), () -> new HistoryFreshness(null, 3, false, null));
        schedules = new SqlScheduleHistory(rows.database);
        deadLetters = new SqlDeadLetters(rows.database);
    }

    @AfterEach
    void close() {
        rows.close();
    }

    @Test
    void endsAreCountedBySlotAndStatus() {
        for (int i = 0; i < 60; i++) {
            written.at(Written.BEGIN.plusSeconds(3L * i)).succeeds("fine-" + i);
        }
        written.at(Written.BEGIN.plusSeconds(200)).retriesAndFails("bad");
        rows.write(written.records());

        OutcomeCounts tally = board.tally(Written.BEGIN, Written.BEGIN.plusSeconds(300), 30);
        assertThat(tally.counts()).isEqualTo(new OutcomeCounts.Counts(60, 1, 0, 0, 0));
        assertThat(tally.attempts()).isEqualTo(62);
        assertThat(tally.slots()).hasSize(30);
        assertThat(tally.slots().stream()
                        .mapToLong(slot -> slot.counts().succeeded())
                        .sum())
                .isEqualTo(60);
        assertThat(tally.slots().get(20).counts().failed()).isOne();
        assertThat(tally.took().count()).isEqualTo(61);
        assertThat(tally.took().p50()).isBetween(Duration.ofMillis(240), Duration.ofMillis(260));

        OutcomeCounts ofTheWeek = board.tally(Written.BEGIN.minus(Duration.ofDays(6)), clock.instant(), 7);
        assertThat(ofTheWeek.counts()).isEqualTo(tally.counts());
    }

    @Test
    void openOnesAreCountedByState() {
        rows.write(written.everyKind().records());
        OpenRuns open = board.open();

        assertThat(open).isEqualTo(new OpenRuns(1, 2, 2, 1, 3));
        assertThat(board.retrying(10)).singleElement().satisfies(run -> {
            assertThat(run.key().taskId()).isEqualTo("task-5");
            assertThat(run.nextAttempt()).isNotNull();
        });
    }

    @Test
    void freshnessOfRowsCountsBeforeAnythingIsRead() {
        rows.write(written.succeeds("report").records());
        assertThat(board.freshness().newest()).isEqualTo(written.now().minusSeconds(1));
    }

    @Test
    void workersThatFellSilentAreGone() {
        for (String worker : List.of("old", "young")) {
            written.at(worker.equals("old") ? Written.BEGIN : clock.instant().minusSeconds(2));
            Heartbeat heartbeat = HeartbeatBuilder.builder()
                    .worker(new WorkerRef(worker, "1"))
                    .queues(List.of("default"))
                    .types(List.of("shell"))
                    .startedAt(Written.BEGIN)
                    .at(written.now())
                    .state(WorkerState.IDLE)
                    .load(new Heartbeat.Load(10, 0, 0, 1, null, null, null))
                    .partitions(List.of())
                    .rest(Map.of())
                    .positions(List.of())
                    .build();
            written.put(Written.NAMES.workers(), worker, Kind.HEARTBEAT.encode(heartbeat), Map.of());
        }
        rows.write(written.records());

        assertThat(board.workers())
                .extracting(worker -> worker.last().worker().id() + " " + worker.gone())
                .containsExactly("old true", "young false");
    }

    private Written schedule(String taskId, boolean enabled) {
        Schedule schedule =
                Schedule.of(taskId, FiringRule.every(Duration.ofMinutes(1)), Work.of("shell", RawJson.NULL));
        byte[] bytes = Kind.SCHEDULE.encode(schedule);
        String text = new String(bytes, StandardCharsets.UTF_8);
        byte[] value = enabled
                ? bytes
                : (text.substring(0, text.length() - 1) + ",\"enabled\":false}")
                        .replace("\"enabled\":true,", "")
                        .getBytes(StandardCharsets.UTF_8);
        // One partition: versions of all schedules are positions in one row.
        return written.put(Written.NAMES.schedules(), taskId, value, Map.of());
    }

    private List<String> schedules(ScheduleFilter filter) {
        return schedules.find(filter, null, 100).items().stream()
                .map(ScheduleEntry::taskId)
                .toList();
    }

    @Test
    void aPauseByTheTriggerIsAChangeOfItsSchedule() {
        written.event(EventType.SCHEDULE_PAUSED, "report", null).event(EventType.SCHEDULE_RESUMED, "other", null);
        FoldedBatch batch = new FoldedBatch();
        RecordReader reader = new RecordReader(Written.NAMES);
        written.records().forEach(record -> batch.add(reader.read(record), record.appended()));

        assertThat(rows.store.write(batch, Map.of()))
                .extracting(change -> change.kind() + " " + change.id())
                .containsExactlyInAnyOrder("SCHEDULE report", "SCHEDULE other");
    }

    @Test
    void schedulesAreFoundByWordAndStanding() {
        schedule("report", true);
        schedule("backup", true);
        schedule("old%thing".replace("%", "_"), true);
        written.put(Written.NAMES.schedules(), "odd", "{".getBytes(StandardCharsets.UTF_8), Map.of());
        written.event(EventType.SCHEDULE_BROKEN, "backup", null);
        rows.write(written.records());

        assertThat(schedules(ScheduleFilter.ALL)).containsExactly("backup", "odd", "old_thing", "report");
        assertThat(schedules(new ScheduleFilter("REP", null, null, null, null))).containsExactly("report");
        assertThat(schedules(new ScheduleFilter("_", null, null, null, null))).containsExactly("old_thing");
        assertThat(schedules(new ScheduleFilter(null, ScheduleFilter.Standing.BROKEN, null, null, null)))
                .containsExactly("backup", "odd");
        assertThat(schedules(new ScheduleFilter(null, ScheduleFilter.Standing.ACTIVE, null, null, null)))
                .containsExactly("old_thing", "report");
        List<String> selfPaused = List.of("backup", "report");
        assertThat(schedules(
                        new ScheduleFilter("p", ScheduleFilter.Standing.PAUSED, "default", null, null, selfPaused)))
                .containsExactly("report");
        assertThat(schedules(new ScheduleFilter(null, ScheduleFilter.Standing.ACTIVE, null, null, null, selfPaused)))
                .containsExactly("old_thing");
        assertThat(schedules
                        .find(
                                ScheduleFilter.ALL,
                                schedules.find(ScheduleFilter.ALL, null, 2).next(),
                                2)
                        .items())
                .extracting(ScheduleEntry::taskId)
                .containsExactly("old_thing", "report");
    }

    @Test
    void aMendedScheduleIsInForceAndADeletedOneIsGone() {
        schedule("report", true);
        written.event(EventType.SCHEDULE_BROKEN, "report", null);
        rows.write(written.records());
        assertThat(schedules.get("report").orElseThrow().problem()).isEqualTo("a message");

        int before = written.records().size();
        schedule("report", true);
        long version = written.records().get(before).offset();
        written.event(
                EventType.SCHEDULE_APPLIED,
                "trigger-0",
                RawJson.written(("{\"applied\":[{\"taskId\":\"report\",\"version\":" + version + ",\"position\":"
                                + version + "}]}")
                        .getBytes(StandardCharsets.UTF_8)));
        rows.write(written.records().subList(before, written.records().size()));
        assertThat(schedules.get("report").orElseThrow()).satisfies(entry -> {
            assertThat(entry.inForce()).isTrue();
            assertThat(entry.standing()).isEqualTo(ScheduleFilter.Standing.ACTIVE);
        });

        int end = written.records().size();
        written.put(Written.NAMES.schedules(), "report", null, Map.of());
        rows.write(written.records().subList(end, end + 1));
        assertThat(schedules.get("report")).isEmpty();
    }

    private void tick(String taskId, String nominal, OutcomeStatus status) {
        ExecutionKey key = ExecutionKey.parse(taskId + ":" + nominal);
        written.at(key.execTime().instant());
        Task task = Task.first(key, Origin.TICK, Work.of("shell", RawJson.NULL))
                .withNominalTime(key.execTime().instant())
                .withSchedule(1, 1);
        Result result = written.result(
                key, 1, status == OutcomeStatus.SUCCEEDED ? ResultStatus.SUCCEEDED : ResultStatus.FAILED);
        written.queued(task).reported(result.withTask(task)).ended(key, status, 1, result);
    }

    @Test
    void daysAreThoseOfTheZoneThatIsAskedFor() {
        tick("report", "2026-11-17T23:30:00Z", OutcomeStatus.SUCCEEDED);
        tick("report", "2026-11-18T06:00:00Z", OutcomeStatus.FAILED);
        tick("report", "2026-11-18T07:00:00Z", OutcomeStatus.SUCCEEDED);
        rows.write(written.records());
        LocalDate day = LocalDate.of(2026, 11, 18);

        assertThat(schedules.days("report", day.minusDays(30), day, ZoneOffset.UTC))
                .containsExactly(new DayTally(day.minusDays(1), 1, 0, 0, 0, 0), new DayTally(day, 1, 1, 0, 0, 0));
        assertThat(schedules.days("report", day, day, ZoneId.of("Europe/Berlin")))
                .containsExactly(new DayTally(day, 2, 1, 0, 0, 0));
    }

    @Test
    void daysOutliveTheRunsThatTheyCount() {
        tick("report", "2026-11-17T23:30:00Z", OutcomeStatus.SUCCEEDED);
        tick("report", "2026-11-17T06:00:00Z", OutcomeStatus.SUCCEEDED);
        rows.write(written.records());
        while (rows.store.deleteOld(Written.BEGIN.plus(Duration.ofDays(20)))) {
            assertThat(rows.rows("SELECT 1")).isNotEmpty();
        }

        LocalDate day = LocalDate.of(2026, 11, 17);
        assertThat(rows.rows("SELECT id FROM runs")).isEmpty();
        assertThat(schedules.days("report", day, day.plusDays(1), ZoneOffset.UTC))
                .containsExactly(new DayTally(day, 2, 0, 0, 0, 0));
    }

    @Test
    void theLastRunsOfASchedulesAndHowLongTheyTook() {
        for (int i = 10; i < 50; i++) {
            tick("report", "2026-11-18T07:00:" + i + "Z", OutcomeStatus.SUCCEEDED);
        }
        tick("other", "2026-11-18T07:00:00Z", OutcomeStatus.FAILED);
        rows.write(written.records());

        Map<String, List<RunMark>> last = schedules.lastRuns(List.of("report", "other", "nobody"), 30);
        assertThat(last).containsOnlyKeys("report", "other");
        assertThat(last.get("report"))
                .hasSize(30)
                .isSortedAccordingTo((a, b) -> a.at().compareTo(b.at()))
                .last()
                .satisfies(mark -> assertThat(mark.key().toString()).isEqualTo("report:2026-11-18T07:00:49Z"));
        DurationPercentiles durations =
                schedules.durations("report", Written.BEGIN, Written.BEGIN.plus(Duration.ofDays(1)), 5);
        assertThat(durations.runs()).hasSize(5);
        assertThat(durations.ended()).isEqualTo(40);
        assertThat(durations.p95()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void deadLettersAreListedUntilSomethingIsDoneAboutThem() {
        for (int i = 0; i < 5; i++) {
            written.put(
                    Written.NAMES.deadLetters(),
                    "report:" + i,
                    new byte[] {1},
                    Map.of(
                            Headers.CAUSE, i == 0 ? "BAD_JSON" : "EXHAUSTED",
                            Headers.CAUSE_MESSAGE, "no",
                            Headers.ORIGIN_TOPIC, "carillon.results",
                            Headers.ORIGIN_PARTITION, "2",
                            Headers.ORIGIN_OFFSET, "17",
                            Headers.ORIGIN_TIMESTAMP, "1000"));
        }
        rows.write(written.records());
        List<DeadLetterEntry> all =
                deadLetters.find(DeadLetterFilter.OPEN, null, 10).items();
        assertThat(all).hasSize(5).isSortedAccordingTo((a, b) -> b.place()
                .appended()
                .compareTo(a.place().appended()));
        assertThat(deadLetters
                        .find(
                                DeadLetterFilter.OPEN,
                                deadLetters.find(DeadLetterFilter.OPEN, null, 3).next(),
                                3)
                        .items())
                .isEqualTo(all.subList(3, 5));

        DeadLetterEntry replayed = all.get(1);
        String position = replayed.place().partition() + "@" + replayed.place().offset();
        AuditEntry mark = new AuditEntry(
                "dead-letters-" + position,
                "replay-dead-letter",
                written.now(),
                null,
                null,
                RawJson.written(
                        ("{\"appended\":\"" + replayed.place().appended() + "\"}").getBytes(StandardCharsets.UTF_8)),
                RawJson.written("{\"key\":\"report:new\"}".getBytes(StandardCharsets.UTF_8)),
                Map.of());
        int before = written.records().size();
        written.put(Written.NAMES.audit(), mark.subject(), Kind.AUDIT_ENTRY.encode(mark), Map.of());
        rows.write(written.records().subList(before, before + 1));

        assertThat(deadLetters.find(DeadLetterFilter.OPEN, null, 10).items())
                .hasSize(4)
                .doesNotContain(replayed);
        assertThat(deadLetters.get(
                        replayed.place().partition(), replayed.place().offset()))
                .get()
                .satisfies(entry -> {
                    assertThat(entry.standing()).isEqualTo(DeadLetterEntry.Standing.REPLAYED);
                    assertThat(entry.replayedAs()).isEqualTo("report:new");
                });
        assertThat(deadLetters
                        .find(new DeadLetterFilter("report", "BAD_JSON", null, null, true), null, 10)
                        .items())
                .hasSize(1);
        assertThat(deadLetters
                        .find(new DeadLetterFilter("nobody", null, null, null, true), null, 10)
                        .items())
                .isEmpty();
    }
}
