package dev.carillon.collector.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CommitPaceTest {
    private static final long NOW = 1_000_000;

    private final CommitPace pace = new CommitPace(Duration.ofMillis(100));

    @Test
    void theFirstOutputIsCommittedAtOnce() {
        assertThat(pace.isTime(NOW)).isFalse();
        pace.written(1);
        assertThat(pace.isWaiting()).isTrue();
        assertThat(pace.isTime(NOW)).isTrue();
        assertThat(pace.isWaiting()).isFalse();
    }

    @Test
    void theNextFewWaitTheShortestTimeAfterACommit() {
        pace.written(1);
        assertThat(pace.isTime(NOW)).isTrue();
        pace.written(CommitPace.FEW);
        long shortest = CommitPace.SHORTEST.toMillis();
        assertThat(pace.isTime(NOW + shortest - 1)).isFalse();
        assertThat(pace.next()).isEqualTo(NOW + shortest);
        assertThat(pace.isTime(NOW + shortest)).isTrue();
    }

    @Test
    void manyWaitForTheInterval() {
        pace.written(1);
        assertThat(pace.isTime(NOW)).isTrue();
        pace.written(CommitPace.FEW + 1);
        assertThat(pace.isTime(NOW + 99)).isFalse();
        assertThat(pace.isTime(NOW + 100)).isTrue();
    }

    @Test
    void anIntervalBelowTheShortestTimeIsKept() {
        CommitPace quick = new CommitPace(Duration.ofMillis(10));
        quick.written(1);
        assertThat(quick.isTime(NOW)).isTrue();
        quick.written(1);
        assertThat(quick.isTime(NOW + 9)).isFalse();
        assertThat(quick.isTime(NOW + 10)).isTrue();
    }
}
