package dev.carillon.console.history.ingest;

import dev.carillon.console.history.Freshness;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** How far ingest has come, for whoever asks from another thread. */
final class IngestState {
    private volatile Freshness freshness = new Freshness(null, -1, false, null);

    Freshness freshness() {
        return freshness;
    }

    long behind() {
        return freshness.behind();
    }

    void has(Instant appended) {
        Instant known = freshness.newest();
        set(known == null || known.isBefore(appended) ? appended : known, freshness.behind(), freshness.kafkaGone());
    }

    void reads(long behind) {
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
