package dev.carillon.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EndsToReachTest {
    @Test
    void anEndIsReachedByThePositionBehindTheLastEntryAndNotByTheLastRecord() {
        EndsToReach<Integer> ends = EndsToReach.of(Map.of(0, 10L));
        // Offset 8 is the last record; 9 is a transaction marker, which no reader gets.
        ends.readTo(0, 9);
        assertThat(ends.areReached()).isFalse();
        assertThat(ends.left()).containsExactly(0);
        ends.readTo(0, 10);
        assertThat(ends.areReached()).isTrue();
        assertThat(ends.left()).isEmpty();
    }

    @Test
    void allPartitionsMustBeReachedInWhateverOrder() {
        EndsToReach<String> ends = EndsToReach.of(Map.of("a", 3L, "b", 5L));
        assertThat(ends.areReachedAt(Map.of("a", 2L, "b", 7L))).isFalse();
        assertThat(ends.left()).containsExactly("a");
        assertThat(ends.areReachedAt(Map.of("a", 3L, "b", 7L))).isTrue();
    }

    @Test
    void anEndThatWasReachedStaysReachedAndItsPositionIsNotAskedForAgain() {
        EndsToReach<String> ends = EndsToReach.of(Map.of("a", 3L, "b", 5L));
        assertThat(ends.areReachedAt(Map.of("a", 3L, "b", 0L))).isFalse();
        List<String> asked = new ArrayList<>();
        boolean reached = ends.areReachedAt(partition -> {
            asked.add(partition);
            return 0;
        });
        assertThat(reached).isFalse();
        assertThat(asked).containsExactly("b");
    }

    @Test
    void anEmptyPartitionIsReachedOnlyOnceItsPositionIsKnown() {
        EndsToReach<String> ends = EndsToReach.of(Map.of("a", 0L));
        assertThat(ends.areReachedAt(Map.of())).isFalse();
        assertThat(ends.areReachedAt(Map.of("a", 0L))).isTrue();
    }

    @Test
    void onlyPartitionsThatAreReadAndNotAtTheirEndAreLeft() {
        Map<String, Long> positions = Map.of("behind", 3L, "there", 5L, "beyond", 9L, "without an end", 0L);
        Map<String, Long> given = Map.of("behind", 5L, "there", 5L, "beyond", 5L, "not read", 5L);
        assertThat(EndsToReach.from(positions, given).left()).containsExactly("behind");
        assertThat(EndsToReach.from(Map.of(), given).areReached()).isTrue();
        assertThat(EndsToReach.of(Map.of()).areReached()).isTrue();
    }

    @Test
    void recordsThatWereWrittenAfterTheQuestionAreNotBeforeTheEnd() {
        EndsToReach<Integer> ends = EndsToReach.of(Map.of(0, 10L, 1, 10L));
        assertThat(ends.isBefore(0, 9)).isTrue();
        assertThat(ends.isBefore(0, 10)).isFalse();
        assertThat(ends.isBefore(2, 0)).isFalse();
        ends.readTo(0, 11);
        assertThat(ends.isBefore(0, 11)).isFalse();
        assertThat(ends.isBefore(1, 9)).isTrue();
    }

    @Test
    void theDistanceCountsWhatIsLeftAndNothingTwice() {
        EndsToReach<Integer> ends = EndsToReach.of(Map.of(0, 10L, 1, 20L, 2, 5L));
        assertThat(ends.distance(Map.of(0, 4L, 1, 20L, 2, 9L))).isEqualTo(6);
        assertThat(ends.distance(Map.of())).isZero();
        ends.readTo(0, 10);
        assertThat(ends.distance(Map.of(0, 4L, 1, 0L))).isEqualTo(20);
    }

    @Test
    void laterChangesOfTheGivenEndsDoNotMatter() {
        Map<Integer, Long> given = new HashMap<>(Map.of(0, 10L));
        EndsToReach<Integer> ends = EndsToReach.of(given);
        given.put(0, 20L);
        given.put(1, 5L);
        ends.readTo(0, 10);
        assertThat(ends.areReached()).isTrue();
    }
}
