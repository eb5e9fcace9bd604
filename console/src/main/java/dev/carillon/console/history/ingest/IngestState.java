package dev.carillon.console.history.ingest;

import dev.carillon.console.history.Freshness;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far ingest has come, for whoever asks from another thread. */
final class IngestState {
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private volatile Instant atEnds = Instant.EPOCH;
    private volatile Freshness freshness = new Freshness(null, -1, false, null);

    Freshness freshness() {
        return freshness;
    }

    long behind() {
        return freshness.behind();
    }

    /** Whether it read to the ends a moment ago. */
    boolean isUpToDate(Instant now) {
        Freshness known = freshness;
        return known.kafkaGone() == null && now.isBefore(atEnds.plus(MOMENT));
    }

    void has(Instant appended) {
        Instant known = freshness.newest();
        set(known == null || known.isBefore(appended) ? appended : known, freshness.behind(), freshness.kafkaGone());
    }

    void reads(long behind, Instant now) {
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

    /** Only the thread of the loop changes it. */
    private void set(@Nullable Instant newest, long behind, @Nullable Instant kafkaGone) {
        freshness = new Freshness(newest, behind, freshness.caughtUp() || behind == 0, kafkaGone);
    }
}
