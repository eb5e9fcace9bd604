package dev.carillon.trigger.slice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ClientMark;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.work.Origin;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BackfillTest {
    private static final Instant START = Instant.parse("2026-11-18T06:00:00Z");

    private final SimulatedCluster cluster = new SimulatedCluster();
    private final Published published = new Published(cluster);

    @BeforeEach
    void aTriggerThatLeads() {
        cluster.settle();
    }

    @Test
    void eachPlannedInstantOfTheRangeBecomesOneExecutionWithAKeyOfItsOwn() {
        define("report", "'every':'10m','jitter':'5m'");
        order("report", "05:00:00", "06:00:00", null);

        assertThat(made()).extracting(Task::nominalTime).containsExactlyElementsOf(every(10, 6));
        assertThat(made())
                .extracting(task -> Objects.requireNonNull(task.key()).toString())
                .startsWith("report:2026-11-18T05:00:00.999999999Z~" + ClientMark.ofNumber(999_999_999));
        assertThat(made()).allSatisfy(task -> {
            assertThat(task.origin()).isEqualTo(Origin.BACKFILL);
            assertThat(task.notBefore()).isNull();
            assertThat(task.deadline()).isEqualTo(START.plus(Duration.ofDays(6)));
        });
    }

    @Test
    void ticksPutOffByJitterFireByThemselvesAndAreNotMadeTwice() {
        define("report", "'every':'10m','jitter':'1h'");
        cluster.run(Duration.ofMinutes(40));
        order("report", "06:00:01", "06:40:00", null);

        assertThat(made()).isEmpty();
        assertThat(deadLetters()).containsExactly(ErrorCode.OUT_OF_RANGE);
    }

    @Test
    void allBackfillsTogetherHaveALimitOfRunningExecutions() {
        for (int n = 0; n < 21; n++) {
            define("report" + n, "'every':'10m'");
            order("report" + n, "05:00:00", "06:00:00", 1_000L);
        }

        assertThat(deadLetters()).containsExactly(ErrorCode.TOO_MANY_ENTRIES);
    }

    @Test
    void aSecondBackfillOfTheSameRangeHasOtherKeys() {
        define("report", "'every':'30m'");
        order("report", "05:00:00", "06:00:00", null);
        endAll();
        order("report", "05:00:00", "06:00:00", null);

        assertThat(made()).extracting(Task::key).hasSize(4).doesNotHaveDuplicates();
    }

    @Test
    void noMoreOfThemAreOpenAtATimeThanAskedFor() {
        define("report", "'every':'10m'");
        order("report", "05:00:00", "06:00:00", 2L);
        assertThat(made()).hasSize(2);

        end(made().get(1));
        assertThat(made()).hasSize(3);
        assertThat(backfill().open()).extracting(Backfill.Open::at).containsExactly(at("05:00:00"), at("05:20:00"));

        endAll();
        assertThat(made()).hasSize(6);
        assertThat(storedBackfill()).isEmpty();
        assertThat(published.events(EventType.BACKFILL_ENDED))
                .singleElement()
                .satisfies(event -> assertThat(event.message()).contains("all are made", "6 of 6 instants made"));
    }

    @Test
    void tenRunAtATimeByDefault() {
        define("report", "'every':'1m'");
        order("report", "05:00:00", "06:00:00", null);

        assertThat(made()).hasSize(10);
        assertThat(backfill().remaining()).isEqualTo(50);
    }

    @Test
    void itsExecutionsBlockNoTickAndCountAsNoRunAndNoFailure() {
        define("report", "'every':'10s','overlap':'skip','maxRuns':2,'pauseAfterFailures':1");
        order("report", "05:59:00", "06:00:00", 2L);
        made().forEach(task -> cluster.end(key(task), OutcomeStatus.FAILED));
        cluster.settle();
        cluster.run(Duration.ofSeconds(10));

        assertThat(ticks()).extracting(Task::nominalTime).containsExactly(START.plusSeconds(10));
        assertThat(published.events(EventType.SCHEDULE_PAUSED)).isEmpty();
        assertThat(Objects.requireNonNull(cluster.leader().state("report"))
                        .progress()
                        .runs())
                .isEqualTo(1);
    }

    @Test
    void dueTicksComeFirst() {
        define("report", "'every':'1s'");
        define("other", "'every':'10s'");
        cluster.clock.advance(Duration.ofSeconds(10));
        command(order(CommandKind.BACKFILL, "report").withRange(at("05:00:00"), at("06:00:00"), 1_000L));
        List<Long> kinds = new ArrayList<>();
        for (Optional<SlicePlan> plan = cluster.plan(5_000); plan.isPresent(); plan = cluster.plan(5_000)) {
            plan.get().outputs().stream()
                    .filter(SliceOutput.Dispatch.class::isInstance)
                    .map(output -> ((SliceOutput.Dispatch) output).task().origin() == Origin.TICK ? 0L : 1L)
                    .forEach(kinds::add);
            assertThat(plan.get().outputs().size()).as("records of a slice").isLessThanOrEqualTo(510);
            cluster.leader().apply(cluster.commit(plan.get()));
        }

        assertThat(kinds).isSorted().hasSize(11 + 1_000);
    }

    @Test
    void backfillsTakeTurnsHoweverSoonTheExecutionsOfOneOfThemEnd() {
        define("a", "'every':'1s'");
        define("b", "'every':'1s'");
        command(order(CommandKind.BACKFILL, "a").withRange(at("05:00:00"), at("06:00:00"), 1_000L));
        command(order(CommandKind.BACKFILL, "b").withRange(at("05:00:00"), at("06:00:00"), 1_000L));
        int ended = 0;
        for (int slice = 0; slice < 4; slice++) {
            cluster.leader().apply(cluster.commit(cluster.plan(5_000).orElseThrow()));
            for (; ended < made().size(); ended++) {
                cluster.end(key(made().get(ended)), OutcomeStatus.SUCCEEDED);
            }
        }

        assertThat(made()).hasSizeLessThan(3_600).extracting(Task::taskId).contains("a", "b");
    }

    @Test
    void daysThatDontCountAreLeftOutAndJitterAndMissedMakeNoDifference() {
        cluster.define(new Calendar("days", null, List.of(), List.of("2026-11-16"), List.of(), Map.of()));
        define("report", "'cron':'0 12 * * *','calendar':'days','jitter':'1h','missed':{'policy':'none'}");
        command(order(CommandKind.BACKFILL, "report")
                .withRange(Instant.parse("2026-11-15T00:00:00Z"), Instant.parse("2026-11-18T00:00:00Z"), null));
        cluster.settle();

        assertThat(made())
                .extracting(Task::nominalTime)
                .containsExactly(Instant.parse("2026-11-15T12:00:00Z"), Instant.parse("2026-11-17T12:00:00Z"));
        assertThat(backfill().leftOut()).isEqualTo(1);
        endAll();
        assertThat(storedBackfill()).isEmpty();
    }

    @Test
    void itGoesOnWhereItStoodUnderAnyLeader() {
        define("report", "'every':'10m'");
        order("report", "05:00:00", "06:00:00", 2L);
        cluster.coldTakeover();
        cluster.settle();
        assertThat(made()).hasSize(2);

        end(made().get(0));
        cluster.coldTakeover();
        endAll();

        assertThat(made()).extracting(Task::nominalTime).containsExactlyElementsOf(every(10, 6));
    }

    @Test
    void aCancelledOneMakesNoMoreAndItsExecutionsRunOn() {
        define("report", "'every':'10m'");
        order("report", "05:00:00", "06:00:00", 2L);
        command(order(CommandKind.CANCEL_BACKFILL, "report"));
        cluster.settle();
        endAll();

        assertThat(made()).hasSize(2);
        assertThat(storedBackfill()).isEmpty();
        assertThat(Objects.requireNonNull(cluster.leader().state("report")).marked())
                .as("a marker is still needed")
                .isFalse();
        assertThat(published.events(EventType.BACKFILL_ENDED)).singleElement().satisfies(event -> assertThat(
                        event.message())
                .contains("cancelled", "2 of 6 instants made", "2 of them without an outcome yet", "05:10:01Z"));
        assertThat(published.all()).noneMatch(line -> line.startsWith("cancels"));
    }

    @Test
    void itWaitsWhileTheScheduleIsPaused() {
        define("report", "'every':'10m'");
        order("report", "05:00:00", "06:00:00", 2L);
        define("report", "'every':'10m','enabled':false");
        endAll();
        assertThat(made()).hasSize(2);

        define("report", "'every':'10m'");
        endAll();
        assertThat(made()).extracting(Task::nominalTime).containsExactlyElementsOf(every(10, 6));
    }

    @Test
    void anEditOfTheWorkCountsForTheRestAndAnEditOfTheTimesEndsIt() {
        define("report", "'every':'10m','priority':'low'");
        order("report", "05:00:00", "06:00:00", 2L);
        define("report", "'every':'10m','priority':'high'");
        end(made().get(0));
        assertThat(made()).extracting(task -> task.work().priority().name()).containsExactly("LOW", "LOW", "HIGH");

        define("report", "'every':'20m','priority':'high'");
        endAll();
        assertThat(made()).hasSize(3);
        assertThat(published.events(EventType.BACKFILL_ENDED))
                .singleElement()
                .satisfies(event -> assertThat(event.message()).contains("other times"));
    }

    @Test
    void deletionEndsIt() {
        define("report", "'every':'10m'");
        order("report", "05:00:00", "06:00:00", 2L);
        cluster.define("report", null);
        cluster.settle();
        define("report", "'every':'10m'");
        endAll();

        assertThat(made()).hasSize(2);
        assertThat(published.events(EventType.BACKFILL_ENDED))
                .singleElement()
                .satisfies(event -> assertThat(event.message()).contains("deleted"));
    }

    @Test
    void anExecutionWithoutOutcomeStopsBlockingAfterDeadlineTimeoutAndGrace() {
        define("report", "'every':'10m','deadline':'60s','timeout':'10s'");
        order("report", "05:00:00", "06:00:00", 1L);
        cluster.run(Duration.ofSeconds(129));
        assertThat(made()).hasSize(1);

        cluster.run(Duration.ofSeconds(2));
        assertThat(made()).hasSize(2);
        assertThat(published.events(EventType.OVERDUE)).hasSize(1);
    }

    @Test
    void itEndsWhenItsQueueOrCalendarIsGoneAndReportsHowFarItCame() {
        cluster.queues.add("other");
        define("report", "'every':'10m','queue':'other'");
        order("report", "05:00:00", "06:00:00", 2L);
        cluster.queues.remove("other");
        endAll();

        assertThat(made()).hasSize(2);
        assertThat(published.events(EventType.BACKFILL_ENDED))
                .singleElement()
                .satisfies(event -> assertThat(event.message()).contains("UNKNOWN_QUEUE", "2 of 6 instants made"));
    }

    @Test
    void impossibleBackfillsAreRefusedWithTheReason() {
        define("report", "'every':'10m'");
        define("follows", "'afterEnd':'10m'");
        define("child", "'dependsOn':['report']");
        define("once", "'at':'2026-11-18T05:00:00Z'");
        define("busy", "'every':'1s'");
        order("follows", "05:00:00", "06:00:00", null);
        order("child", "05:00:00", "06:00:00", null);
        order("report", "05:00:00", "06:00:01", null);
        order("once", "05:00:01", "06:00:00", null);
        command(order(CommandKind.BACKFILL, "busy").withRange(START.minusSeconds(50_001), START, null));
        command(order(CommandKind.BACKFILL, "report").withRange(Instant.parse("1969-12-31T00:00:00Z"), START, null));
        command(order(CommandKind.CANCEL_BACKFILL, "report"));
        order("report", "05:00:00", "06:00:00", 1L);
        order("report", "04:00:00", "05:00:00", 1L);
        cluster.settle();

        assertThat(deadLetters())
                .containsExactly(
                        ErrorCode.NO_PLAN,
                        ErrorCode.NO_PLAN,
                        ErrorCode.OUT_OF_RANGE,
                        ErrorCode.NEVER_FIRES,
                        ErrorCode.TOO_MANY_ENTRIES,
                        ErrorCode.OUT_OF_RANGE,
                        ErrorCode.NO_BACKFILL,
                        ErrorCode.BACKFILL_UNDER_WAY);
    }

    private void define(String taskId, String fields) {
        cluster.define(TestSchedules.of(taskId, fields));
        cluster.settle();
    }

    private Command order(CommandKind kind, String taskId) {
        return Command.of(kind, taskId, cluster.clock.instant(), null);
    }

    private void order(String taskId, String from, String to, @Nullable Long maxRunning) {
        command(order(CommandKind.BACKFILL, taskId).withRange(at(from), at(to), maxRunning));
        cluster.settle();
    }

    private void command(Command command) {
        cluster.command(command);
    }

    private void end(Task task) {
        cluster.end(key(task), OutcomeStatus.SUCCEEDED);
        cluster.settle();
    }

    /** Ends what was made, and what that makes room for. */
    private void endAll() {
        int ended = 0;
        while (ended < made().size()) {
            cluster.end(key(made().get(ended)), OutcomeStatus.SUCCEEDED);
            ended++;
            cluster.settle();
        }
    }

    private static String key(Task task) {
        ExecutionKey key = Objects.requireNonNull(task.key());
        return key.toString();
    }

    private Backfill backfill() {
        return storedBackfill().orElseThrow();
    }

    private Optional<Backfill> storedBackfill() {
        return Optional.ofNullable(Objects.requireNonNull(cluster.leader().state("report"))
                .overrides()
                .backfill());
    }

    private List<Task> made() {
        return tasks(Origin.BACKFILL);
    }

    private List<Task> ticks() {
        return tasks(Origin.TICK);
    }

    private List<Task> tasks(Origin origin) {
        return cluster.committed.stream()
                .flatMap(plan -> plan.outputs().stream())
                .filter(SliceOutput.Dispatch.class::isInstance)
                .map(output -> ((SliceOutput.Dispatch) output).task())
                .filter(task -> task.origin() == origin)
                .toList();
    }

    private List<ErrorCode> deadLetters() {
        return cluster.committed.stream()
                .flatMap(plan -> plan.outputs().stream())
                .filter(SliceOutput.PutAside.class::isInstance)
                .map(output -> ((SliceOutput.PutAside) output).cause())
                .toList();
    }

    private static List<Instant> every(int minutes, int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> at("05:00:00").plus(Duration.ofMinutes((long) minutes * n)))
                .toList();
    }

    private static Instant at(String time) {
        return Instant.parse("2026-11-18T" + time + "Z");
    }
}
