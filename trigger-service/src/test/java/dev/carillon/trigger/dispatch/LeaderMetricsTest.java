package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Positions;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.schemas.record.When;
import dev.carillon.schemas.record.Work;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.catalogue.Step;
import dev.carillon.trigger.slice.Output;
import dev.carillon.trigger.slice.SlicePlan;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LeaderMetricsTest {
    private static final Instant DUE = Instant.parse("2026-11-18T06:00:00Z");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ManualClock clock = new ManualClock(DUE);
    private final LeaderMetrics metrics = new LeaderMetrics(meters, clock);

    @Test
    void latenessIsFromTheInstantUntilItsTicksAreCommitted() {
        metrics.committed(plan(DUE), DUE.plusMillis(2), Duration.ofMillis(5));
        metrics.committed(plan(null), DUE.plusMillis(2), Duration.ofSeconds(5));

        assertThat(meters.get("carillon.trigger.lateness").timer().count()).isEqualTo(1);
        assertThat(meters.get("carillon.trigger.lateness").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(7);
    }

    @Test
    void aClockFoundWrongStaysSoUntilASliceShowsOtherwise() {
        metrics.became(LeaderState.LEADING);
        metrics.clockBehind(Duration.ofMillis(700));
        metrics.became(LeaderState.STANDBY);
        assertThat(meters.get("carillon.trigger.clock.behind.seconds").gauge().value())
                .as("nobody measures it any more")
                .isZero();

        metrics.became(LeaderState.LEADING);
        metrics.clockBehind(Duration.ofSeconds(-3));
        metrics.became(LeaderState.RESTING);
        assertThat(metrics.clockAgrees()).isFalse();
        assertThat(metrics.clockWords()).contains("3 s ahead");

        metrics.clockBehind(Duration.ZERO);
        assertThat(metrics.clockAgrees()).isTrue();
    }

    @Test
    void theLagOfANewTermCountsFromItsOwnWatermark() {
        metrics.elected(DUE, watermark(DUE.minusSeconds(3_600)));
        metrics.became(LeaderState.LEADING);
        assertThat(lag()).isEqualTo(3_600);

        metrics.elected(DUE, watermark(DUE.minusSeconds(2)));
        assertThat(lag()).isEqualTo(2);
        metrics.elected(DUE, null);
        assertThat(lag()).isZero();
    }

    private double lag() {
        return meters.get("carillon.trigger.watermark.lag.seconds").gauge().value();
    }

    private static Watermark watermark(Instant due) {
        return new Watermark("0", Reached.allOf(due), Positions.START, null, Map.of());
    }

    @Test
    void whatBackfillsMakeIsNoTick() {
        Task task = Task.first(
                ExecutionKey.of("report", DUE.plusNanos(1)), Origin.BACKFILL, Work.of("shell", RawJson.NULL));
        SlicePlan empty = plan(null);
        Slice made = new Slice(
                empty.slice().before(),
                empty.slice().after(),
                empty.slice().from(),
                empty.slice().to(),
                1,
                0,
                0);
        metrics.committed(
                new SlicePlan(empty.watermark(), made, null, null, List.of(new Output.Dispatch(task)), Map.of(), 0),
                DUE,
                Duration.ZERO);

        assertThat(meters.get("carillon.trigger.backfilled").counter().count()).isEqualTo(1);
        assertThat(meters.get("carillon.trigger.ticks.dispatched").counter().count())
                .isZero();
    }

    @Test
    void aTermThatAnotherEndedIsToldFromOneThatFailed() {
        metrics.lost(DUE, new SliceFailed("timed out", null));
        assertThat(meters.get("carillon.trigger.fenced").counter().count()).isZero();

        metrics.lost(DUE, SliceFailed.rejected("fenced", null));

        assertThat(meters.get("carillon.trigger.fenced").counter().count()).isEqualTo(1);
        assertThat(meters.get("carillon.trigger.terms.ended").counter().count()).isEqualTo(2);
    }

    @Test
    void transactionsAreTimedByHowTheyEnded() {
        SliceLog log = new MeasuredSliceLog(new FailsAtSecond(), clock, meters);
        assertThat(log.headStart()).isEqualTo(Duration.ofMillis(7));
        log.commit(plan(DUE));
        SlicePlan next = plan(DUE);
        assertThatThrownBy(() -> log.commit(next)).isInstanceOf(SliceFailed.class);

        assertThat(transactions("committed")).isEqualTo(1);
        assertThat(transactions("unknown")).isEqualTo(1);
    }

    private long transactions(String outcome) {
        return meters.get("carillon.trigger.transaction.time")
                .tag("outcome", outcome)
                .timer()
                .count();
    }

    @Test
    void schedulesAreCountedByStateAndRulesOnce() {
        Catalogue catalogue = new Catalogue();
        metrics.follows(catalogue.counts());
        clock.advance(Duration.ofSeconds(3));
        catalogue.apply(new Step(
                1,
                new Watermark("0", Reached.allOf(DUE), new Positions(4, 0, 0, List.of()), null, Map.of()),
                Map.of("paused", Optional.of(paused()))));
        assertThat(loadSeconds()).isZero();
        List<String> taskIds = List.of("a", "b", "paused", "once");
        for (int i = 0; i < taskIds.size(); i++) {
            catalogue.readSchedule(definition(i, taskIds.get(i)));
        }
        catalogue.readUpTo(4, 0, 0);

        assertThat(schedules("active")).isEqualTo(3);
        assertThat(schedules("paused")).isEqualTo(1);
        assertThat(meters.get("carillon.trigger.rules").gauge().value()).isEqualTo(2);
        assertThat(loadSeconds()).isEqualTo(3);
    }

    private double loadSeconds() {
        return meters.get("carillon.trigger.load.seconds").gauge().value();
    }

    private double schedules(String state) {
        return meters.get("carillon.trigger.schedules")
                .tag("state", state)
                .gauge()
                .value();
    }

    private static Marker paused() {
        Schedule schedule = Schedule.of("paused", When.every(Duration.ofSeconds(5)), Work.of("shell", RawJson.NULL));
        byte[] marker = ("{\"v\":1,\"taskId\":\"" + schedule.taskId() + "\",\"version\":2,\"position\":3,"
                        + "\"floor\":{\"due\":\"" + DUE + "\"},\"pausedSince\":\"" + DUE + "\"}")
                .getBytes(StandardCharsets.UTF_8);
        return Kind.MARKER.decode(marker);
    }

    private static InputRecord definition(long offset, String taskId) {
        When when = taskId.equals("once") ? When.at(DUE.plusSeconds(60)) : When.every(Duration.ofSeconds(5));
        Schedule schedule = Schedule.of(taskId, when, Work.of("shell", RawJson.NULL));
        return new InputRecord(
                "schedules",
                0,
                offset,
                DUE,
                DUE,
                taskId.getBytes(StandardCharsets.UTF_8),
                Kind.SCHEDULE.encode(schedule));
    }

    private static SlicePlan plan(@Nullable Instant due) {
        Reached reached = Reached.allOf(DUE);
        return new SlicePlan(
                new Watermark("0", reached, Positions.START, null, Map.of()),
                new Slice(reached, reached, Positions.START, Positions.START, 1, 0, 0, null),
                due,
                due,
                List.of(),
                Map.of(),
                0);
    }

    private static final class FailsAtSecond implements SliceLog {
        private boolean again;

        @Override
        public Duration headStart() {
            return Duration.ofMillis(7);
        }

        @Override
        public void takeOver() {}

        @Override
        public long stateEnd() {
            return 0;
        }

        @Override
        public long schedulesEnd() {
            return 0;
        }

        @Override
        public List<Long> outcomesFrom(List<Long> applied) {
            return applied;
        }

        @Override
        public Optional<String> lostInput(Positions applied) {
            return Optional.empty();
        }

        @Override
        public long commit(SlicePlan plan) {
            if (again) {
                throw new SliceFailed("timed out", null);
            }
            again = true;
            return 7;
        }

        @Override
        public void letGo() {}
    }
}
