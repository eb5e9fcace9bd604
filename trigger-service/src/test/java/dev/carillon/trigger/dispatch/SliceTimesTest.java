package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import dev.carillon.trigger.slice.build.SlicePlan;
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

/** The times of slices' transactions, by how they ended. */
class SliceTimesTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final Duration TOOK = Duration.ofMillis(4);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ManualClock clock = new ManualClock(NOW);
    private final EndsAsTold measured = new EndsAsTold();
    private final SliceLog log = new MeasuredSliceLog(measured, clock, meters);

    @Test
    void rejectedSlicesAreTimedApartFromUnknownOnes() {
        assertThat(log.headStart()).isEqualTo(Duration.ofMillis(7));
        assertThat(log.commit(plan())).isEqualTo(7);
        SliceFailed unknown = new SliceFailed("timed out", null);
        SliceFailed rejected = SliceFailed.rejected("another leads", null);
        for (RuntimeException end : List.of(rejected, unknown, rejected, new IllegalStateException("a bug"))) {
            measured.ends.add(end);
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
        DecidedUpTo decided = DecidedUpTo.allOf(NOW);
        return new SlicePlan(
                new Watermark("0", decided, InputPositions.START, null, Map.of()),
                new Slice(decided, decided, InputPositions.START, InputPositions.START, 0, 0, 0),
                null,
                null,
                List.of(),
                Map.of(),
                0);
    }

    /** Commits every slice, except while the test has set an exception. */
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
        public Optional<String> lostInput(InputPositions applied) {
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
