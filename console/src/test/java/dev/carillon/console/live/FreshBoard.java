package dev.carillon.console.live;

import dev.carillon.console.history.Board;
import dev.carillon.console.history.Freshness;
import dev.carillon.console.history.OpenRuns;
import dev.carillon.console.history.Overdue;
import dev.carillon.console.history.Run;
import dev.carillon.console.history.Tally;
import dev.carillon.console.history.WorkerEntry;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A board that only knows how fresh it is. */
final class FreshBoard implements Board {
    @Nullable
    Instant gone;

    int asked;

    @Override
    public Freshness freshness() {
        asked++;
        return new Freshness(null, 0, true, gone);
    }

    @Override
    public Tally tally(Instant since, Instant until, int slots) {
        throw unasked();
    }

    @Override
    public List<Run> retrying(int limit) {
        throw unasked();
    }

    @Override
    public List<Overdue> overdue(int limit) {
        throw unasked();
    }

    @Override
    public List<WorkerEntry> workers() {
        throw unasked();
    }

    @Override
    public OpenRuns open() {
        throw unasked();
    }

    private static UnsupportedOperationException unasked() {
        return new UnsupportedOperationException("the stream has no need of it");
    }
}
