package dev.carillon.console.history.ingest;

import dev.carillon.console.history.HistoryFreshness;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far the ingest thread has read; other threads may query it. */
final class IngestState {
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private volatile Instant atEnds = Instant.EPOCH;
    private volatile HistoryFreshness freshness = new HistoryFreshness(null, -1, false, null);

    HistoryFreshness freshness() {
        return freshness;
    }

    long behind() {
        return freshness.behind();
    }

    /** Whether it reached the ends of the topics a moment ago. */
    boolean isUpToDate(Instant now) {
        HistoryFreshness known = freshness;
        // A clock that was set back makes the last time look like a later one.
        return known.kafkaGone() == null && Duration.between(atEnds, now).abs().compareTo(MOMENT) < 0;
    }

    /** Whether Kafka has not answered since before the instant. */
    boolean isGoneSinceBefore(Instant instant) {
        Instant gone = freshness.kafkaGone();
        return gone != null && gone.isBefore(instant);
    }

    void wrote(Instant appended) {
        Instant known = freshness.newest();
        set(known == null || known.isBefore(appended) ? appended : known, freshness.behind(), freshness.kafkaGone());
    }

    void hasRead(long behind, Instant now) {
        if (behind == 0) {
            atEnds = now;
        }
        set(freshness.newest(), behind, freshness.kafkaGone());
    }

    void kafkaIsGone(Instant since) {
        Instant known = freshness.kafkaGone();
        set(freshness.newest(), freshness.behind(), known == null ? since : known);
    }

    void kafkaAnswers() {
        set(freshness.newest(), freshness.behind(), null);
    }

    /** Called by the ingest thread only, so read and write need no lock. */
    private void set(@Nullable Instant newest, long behind, @Nullable Instant kafkaGone) {
        freshness = new HistoryFreshness(newest, behind, freshness.caughtUp() || behind == 0, kafkaGone);
    }
}
