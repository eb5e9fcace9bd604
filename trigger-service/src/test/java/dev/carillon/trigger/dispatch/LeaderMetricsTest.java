package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Routing;
import dev.carillon.schemas.work.SkipReason;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.Work;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.CommittedSlice;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeaderMetricsTest {
    private static final Instant DUE = Instant.parse("2026-11-18T06:00:00Z");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ManualClock clock = new ManualClock(DUE);
    private final LeaderStanding standing = new LeaderStanding();
    private final LeaderMetrics metrics = new LeaderMetrics(meters, clock, standing);

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
        standing.became(LeaderState.LEADING);
        standing.clockBehind(Duration.ofMillis(700));
        standing.became(LeaderState.STANDBY);
        assertThat(meters.get("carillon.trigger.clock.behind.seconds").gauge().value())
                .as("not measured any more")
                .isZero();

        standing.became(LeaderState.LEADING);
        standing.clockBehind(Duration.ofSeconds(-3));
        standing.became(LeaderState.RESTING);
        assertThat(standing.clockAgrees()).isFalse();
        assertThat(standing.clockWords()).contains("3 s ahead");

        standing.clockBehind(Duration.ZERO);
        assertThat(standing.clockAgrees()).isTrue();
    }

    @Test
    void theLagOfANewTermCountsFromItsOwnWatermark() {
        metrics.elected(DUE, watermark(DUE.minusSeconds(3_600)));
        standing.became(LeaderState.LEADING);
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
        return new Watermark("0", DecidedUpTo.allOf(due), InputPositions.START, null, Map.of());
    }

    @Test
    void eachTermThatBeginsIsCounted() {
        assertThat(count("carillon.trigger.elections")).isZero();
        metrics.elected(DUE, null);
        metrics.lost(DUE, new SliceFailed("timed out", null));
        metrics.elected(DUE, watermark(DUE));

        assertThat(count("carillon.trigger.elections")).isEqualTo(2);
    }

    @Test
    void onlyWhatIsMadeOfATickIsCountedAsOne() {
        metrics.committed(publishing(made(Origin.TICK), made(Origin.TICK)), DUE, Duration.ZERO);
        metrics.committed(
                publishing(made(Origin.BACKFILL), made(Origin.MANUAL), made(Origin.TICK)), DUE, Duration.ZERO);

        assertThat(count("carillon.trigger.ticks.dispatched")).isEqualTo(3);
        assertThat(count("carillon.trigger.backfilled")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void skippedTicksAreCountedByTheirReasonEachOneOfARange(SkipReason reason) {
        SkippedRange one = new SkippedRange(reason, DUE, DUE, 1);
        SkippedRange more = new SkippedRange(reason, DUE.plusSeconds(1), DUE.plusSeconds(6), 6);
        metrics.committed(publishing(skipped(one), skipped(more), made(Origin.TICK)), DUE, Duration.ZERO);

        for (SkipReason each : SkipReason.values()) {
            assertThat(meters.get("carillon.trigger.ticks.skipped")
                            .tag("reason", each.name().toLowerCase(Locale.ROOT))
                            .counter()
                            .count())
                    .as(each.name())
                    .isEqualTo(each == reason ? 7 : 0);
        }
        assertThat(count("carillon.trigger.ticks.dispatched")).isEqualTo(1);
    }

    private double count(String meter) {
        return meters.get(meter).counter().count();
    }

    private static SliceOutput made(Origin origin) {
        ExecutionKey key = ExecutionKey.of("report", DUE.plusNanos(1));
        return new SliceOutput.Dispatch(Task.first(key, origin, Work.of("shell", RawJson.NULL)), Routing.HASH);
    }

    private static SliceOutput skipped(SkippedRange range) {
        return new SliceOutput.Skip(Result.of(ExecutionKey.of("report", range.first()), 1, ResultStatus.SKIPPED)
                .withSkipped(range));
    }

    private static SlicePlan publishing(SliceOutput... outputs) {
        SlicePlan empty = plan(null);
        Slice slice = empty.slice();
        long tasks = Arrays.stream(outputs)
                .filter(SliceOutput.Dispatch.class::isInstance)
                .count();
        Slice made =
                new Slice(slice.before(), slice.after(), slice.from(), slice.to(), tasks, outputs.length - tasks, 0);
        return new SlicePlan(empty.watermark(), made, null, null, List.of(outputs), Map.of(), 0);
    }

    @Test
    void aFencedTermIsCountedApartFromOneThatFailed() {
        metrics.lost(DUE, new SliceFailed("timed out", null));
        assertThat(meters.get("carillon.trigger.fenced").counter().count()).isZero();

        metrics.lost(DUE, SliceFailed.rejected("fenced", null));

        assertThat(meters.get("carillon.trigger.fenced").counter().count()).isEqualTo(1);
        assertThat(meters.get("carillon.trigger.terms.ended").counter().count()).isEqualTo(2);
    }

    @Test
    void schedulesAreCountedByStateAndRulesOnce() {
        Catalogue catalogue = new Catalogue();
        metrics.follows(catalogue.counts());
        clock.advance(Duration.ofSeconds(3));
        catalogue.apply(new CommittedSlice(
                1,
                new Watermark("0", DecidedUpTo.allOf(DUE), new InputPositions(6, 0, 0, List.of()), null, Map.of()),
                Map.of(
                        "paused", marker("paused", 2, "\"pausedSince\":\"" + DUE + "\""),
                        "broken", marker("broken", 4, "\"brokenCode\":\"BAD_CRON\""),
                        "deleted", marker("deleted", 5, "\"deleted\":\"" + DUE + "\""))));
        assertThat(loadSeconds()).isZero();
        List<String> taskIds = List.of("a", "b", "paused", "once", "broken", "deleted");
        for (int i = 0; i < taskIds.size(); i++) {
            catalogue.readSchedule(definition(i, taskIds.get(i)));
        }
        catalogue.readUpTo(6, 0, 0);

        assertThat(schedules("active")).isEqualTo(3);
        assertThat(schedules("paused")).isEqualTo(1);
        assertThat(schedules("broken")).isEqualTo(1);
        assertThat(schedules("deleted")).isEqualTo(1);
        assertThat(metrics.known()).isEqualTo(6);
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

    private static Optional<Marker> marker(String taskId, long version, String state) {
        byte[] marker = ("{\"v\":1,\"taskId\":\"" + taskId + "\",\"version\":" + version + ",\"position\":"
                        + (version + 1) + ",\"floor\":{\"due\":\"" + DUE + "\"}," + state + "}")
                .getBytes(StandardCharsets.UTF_8);
        return Optional.of(Kind.MARKER.decode(marker));
    }

    private static InputRecord definition(long offset, String taskId) {
        FiringRule when =
                taskId.equals("once") ? FiringRule.at(DUE.plusSeconds(60)) : FiringRule.every(Duration.ofSeconds(5));
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
        DecidedUpTo decided = DecidedUpTo.allOf(DUE);
        return new SlicePlan(
                new Watermark("0", decided, InputPositions.START, null, Map.of()),
                new Slice(decided, decided, InputPositions.START, InputPositions.START, 1, 0, 0, null),
                due,
                due,
                List.of(),
                Map.of(),
                0);
    }
}
