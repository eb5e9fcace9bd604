package dev.carillon.benchmarks.failover;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TermsTest {
    private static final Instant ZERO = Instant.parse("2026-11-18T06:00:00Z");

    private final Terms terms = new Terms();

    @Test
    void theGapGoesFromTheLastCommitOfOneLeaderToTheFirstOfTheNext() {
        commit(0, "a", true);
        commit(500, "a", false);
        commit(700, "b", false); // The transaction of this slice also has the event of the election.
        commit(701, "b", true);
        commit(2_000, "b", false);

        assertThat(terms.gapAfter(ZERO.plusMillis(450))).isEqualTo(201);
    }

    @Test
    void onlyTheNextElectionCounts() {
        commit(0, "a", false);
        commit(100, "b", true);
        commit(150, "b", false);
        commit(900, "a", true);

        assertThat(terms.gapAfter(ZERO)).isEqualTo(100);
        assertThat(terms.gapAfter(ZERO.plusMillis(120))).isEqualTo(750);
    }

    @Test
    void whereNobodyFollowsTheGapHasNoEnd() {
        commit(0, "a", true);
        commit(100, "a", false);

        assertThat(terms.gapAfter(ZERO)).isInfinite();
    }

    private void commit(int millis, String by, boolean isFirst) {
        terms.add(ZERO.plusMillis(millis), by, isFirst);
    }
}
