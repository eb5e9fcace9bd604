package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.record.Positions;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.trigger.slice.SlicePlan;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How transactions of slices are told by their ends. */
class SliceTimesTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final Duration TOOK = Duration.ofMillis(4);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ManualClock clock = new ManualClock(NOW);
    private final EndsAsTold told = new EndsAsTold();
    private final SliceLog log = new MeasuredSliceLog(told, clock, meters);

    @Test
    void whatIsSurelyNotInTheLogIsToldFromWhatMayBe() {
        assertThat(log.headStart()).isEqualTo(Duration.ofMillis(7));
        assertThat(log.commit(plan())).isEqualTo(7);
        SliceFailed unknown = new SliceFailed("timed out", null);
        SliceFailed rejected = SliceFailed.rejected("another leads", null);
        for (RuntimeException end : List.of(rejected, unknown, rejected, new IllegalStateException("a bug"))) {
            told.ends.add(end);
            SlicePlan plan = plan();
            assertThatThrownBy(() -> log.commit(plan)).isSameAs(end);
        }

        assertThat(transactions("committed")).isEqualTo(1);
        assertThat(transactions("unknown")).isEqualTo(2);
        assertThat(transactions("rejected")).isEqualTo(2);
    }

    private long transactions(String outcome) {
        var timer = meters.get("carillon.trigger.transaction.time")
                .tag("outcome", outcome)
                .timer();
        assertThat(timer.totalTime(TimeUnit.MILLISECONDS)).isEqualTo((double) (timer.count() * TOOK.toMillis()));
        return timer.count();
    }

    private static SlicePlan plan() {
        Reached reached = Reached.allOf(NOW);
        return new SlicePlan(
                new Watermark("0", reached, Positions.START, null, Map.of()),
                new Slice(reached, reached, Positions.START, Positions.START, 0, 0, 0),
                null,
                null,
                List.of(),
                Map.of(),
                0);
    }

    /** Keeps every slice but those for which it was told an end. */
    private final class EndsAsTold implements SliceLog {
        final Deque<RuntimeException> ends = new ArrayDeque<>();

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
            clock.advance(TOOK);
            RuntimeException end = ends.poll();
            if (end != null) {
                throw end;
            }
            return 7;
        }

        @Override
        public void letGo() {}
    }
}
