package dev.carillon.trigger.dispatch;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.trigger.dispatch.failure.TakingInFailed;
import dev.carillon.trigger.intake.Inbox;
import dev.carillon.trigger.intake.StateReader;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CommittedLogFollowerTest {
    private final ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
    private final CommittedLogFollower follower = new CommittedLogFollower(
            new Inbox(), new StateReader("0", what -> {}), new RivalryGuard(Duration.ofSeconds(7)), clock, clock);

    /** Another term would go on from a state between the former and the new one. */
    @Test
    void aCommittedSliceThatCantBeAppliedEndsTheService() {
        DecidedUpTo decided = DecidedUpTo.allOf(clock.instant());
        SlicePlan plan = new SlicePlan(
                new Watermark("0", decided, InputPositions.START, null, Map.of()),
                new Slice(decided, decided, InputPositions.START, InputPositions.START, 1, 0, 0, null),
                null,
                null,
                List.of(),
                unreadableMap(),
                0);

        assertThatExceptionOfType(TakingInFailed.class).isThrownBy(() -> follower.committed(plan, 1));
    }

    private static Map<String, Optional<Marker>> unreadableMap() {
        return new AbstractMap<>() {
            @Override
            public Set<Entry<String, Optional<Marker>>> entrySet() {
                throw new IllegalStateException("broken");
            }
        };
    }
}
