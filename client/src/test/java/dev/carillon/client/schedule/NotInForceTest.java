package dev.carillon.client.schedule;

import static dev.carillon.client.MemoryCluster.NAMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.log.TopicEnd;
import dev.carillon.client.problem.ClientException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class NotInForceTest {
    private static final String BROKEN = ",'brokenCode':'UNKNOWN_QUEUE'";
    private static final String PAUSED = ",'pausedSince':'2026-11-18T05:00:00Z','pausedReason':'3 failures'";

    private final ScheduleTopics topics = new ScheduleTopics();
    private final AtomicLong nanos = new AtomicLong();
    private final NotInForce notInForce = new NotInForce(NAMES, nanos::get);

    private void readOn() {
        notInForce.readOn(topics.log, topics.log.identifiedEnd(notInForce.part()));
    }

    private boolean isRepaired(String taskId, long version) {
        return notInForce.isRepaired(taskId, version, false);
    }

    @Test
    void writingAgainRepairsWhatIsBrokenAndResumesWhatFailuresHavePaused() {
        topics.marked("broken", 5, BROKEN);
        topics.marked("paused", 5, PAUSED);
        topics.marked("both", 5, BROKEN + PAUSED);
        topics.marked("good", 5, "");
        readOn();
        assertThat(isRepaired("broken", 4)).isTrue();
        assertThat(isRepaired("paused", 4)).isFalse();
        assertThat(notInForce.isRepaired("paused", 4, true)).isTrue();
        assertThat(isRepaired("both", 4)).isTrue();
        assertThat(notInForce.isRepaired("good", 4, true)).isFalse();
        assertThat(notInForce.isRepaired("unknown", 4, true)).isFalse();
    }

    @Test
    void aMarkerThatDoesNotCoverTheDefinitionYetIsNoReason() {
        topics.marked("broken", 5, BROKEN);
        readOn();
        assertThat(isRepaired("broken", 5)).isFalse();
        assertThat(isRepaired("broken", 6)).isFalse();
    }

    @Test
    void theNewestMarkerCountsAndEachReadingGoesOn() {
        topics.marked("bell", 5, BROKEN);
        readOn();
        topics.marked("bell", 6, "");
        readOn();
        assertThat(isRepaired("bell", 4)).isFalse();
        topics.marked("bell", 7, BROKEN);
        topics.log.putMarker(NAMES.triggerState(), 0);
        readOn();
        assertThat(isRepaired("bell", 6)).isTrue();
        topics.put(NAMES.triggerState(), "bell", "rubbish");
        readOn();
        assertThat(isRepaired("bell", 6)).isFalse();
        assertThat(topics.log.follows()).isEqualTo(4);
    }

    /** After an hour a tombstone may have been compacted away, so only reading all of it finds the deletion. */
    @Test
    void afterAnHourAllMarkersAreReadAgain() {
        topics.marked("bell", 5, BROKEN);
        readOn();
        topics.put(NAMES.triggerState(), "bell", null);
        topics.log.compact(NAMES.triggerState(), 0);
        TopicEnd end = topics.log.identifiedEnd(notInForce.part());
        topics.log.compactAway(NAMES.triggerState(), 0, 1);
        nanos.addAndGet(Duration.ofMinutes(60).toNanos());
        notInForce.readOn(topics.log, end);
        assertThat(isRepaired("bell", 4)).as("within the hour").isTrue();
        nanos.addAndGet(Duration.ofMinutes(60).toNanos() + 1);
        notInForce.readOn(topics.log, end);
        assertThat(isRepaired("bell", 4)).as("after it").isFalse();
    }

    @Test
    void nothingIsKeptOfATopicThatWasCreatedAgain() {
        topics.marked("bell", 5, BROKEN);
        readOn();
        topics.recreate(NAMES.triggerState());
        topics.marked("horn", 5, BROKEN);
        topics.marked("drum", 5, BROKEN);
        readOn();
        assertThat(isRepaired("bell", 4)).isFalse();
        assertThat(isRepaired("horn", 4)).isTrue();
    }

    @Test
    void afterAFailedReadingAllIsForgottenAndReadAgain() {
        topics.marked("bell", 5, BROKEN);
        readOn();
        assertThat(notInForce.isEmpty(topics.log)).isFalse();
        TopicEnd end = topics.log.identifiedEnd(notInForce.part());
        topics.marked("bell", 6, BROKEN);
        topics.log.deleteTopic(NAMES.triggerState());
        assertThatThrownBy(() -> notInForce.readOn(topics.log, new TopicEnd(end.topicId(), 2)))
                .isInstanceOf(ClientException.class);
        assertThat(isRepaired("bell", 4)).isFalse();
        assertThat(notInForce.isEmpty(topics.log)).isTrue();
        topics.log.create(NAMES.triggerState(), 1);
        assertThat(notInForce.isEmpty(topics.log)).isFalse();
        topics.marked("bell", 7, BROKEN);
        readOn();
        assertThat(isRepaired("bell", 6)).isTrue();
    }
}
