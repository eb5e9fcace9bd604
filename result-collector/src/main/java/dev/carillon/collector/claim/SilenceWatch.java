package dev.carillon.collector.claim;

import dev.carillon.schemas.record.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** When each worker with open claims in one partition was last heard, and since when it is being asked after. */
public final class SilenceWatch {
    /** One missed lease of 3 s and a little. */
    public static final Duration ASK_AFTER = Duration.ofSeconds(4);
    /** How far apart, by append time, two questions without a sign between them have to be. */
    public static final Duration LOST_AFTER = Duration.ofSeconds(10);

    private final Map<WorkerRef, Watched> watched = new HashMap<>();

    private static final class Watched {
        /** The last sign or question, by whichever clock is at hand: it only decides when to ask again. */
        private Instant quietSince;
        /** Append time of the first question since the last sign. */
        private @Nullable Instant asked;

        private Watched(Instant quietSince) {
            this.quietSince = quietSince;
        }
    }

    /** A lease, claim or result of the worker was read. */
    public void heard(WorkerRef worker, Instant at) {
        Watched watch = watched.computeIfAbsent(worker, w -> new Watched(at));
        watch.quietSince = at.isAfter(watch.quietSince) ? at : watch.quietSince;
        watch.asked = null;
    }

    /** Whether it is time to append a question after this worker; saying yes counts as having asked. */
    public boolean shallAsk(WorkerRef worker, Instant now) {
        Watched watch = watched.computeIfAbsent(worker, w -> new Watched(now));
        if (now.isBefore(watch.quietSince.plus(ASK_AFTER))) {
            return false;
        }
        watch.quietSince = now;
        return true;
    }

    /** A question was read back; says whether the worker is lost. */
    public boolean answered(WorkerRef worker, Instant at) {
        Watched watch = watched.computeIfAbsent(worker, w -> new Watched(at));
        Instant first = watch.asked;
        if (first == null) {
            watch.asked = at;
            return false;
        }
        return !at.isBefore(first.plus(LOST_AFTER));
    }

    /** Forgets all who have no open claims, so that this stays as small as the claims. */
    public void keepOnly(Set<WorkerRef> workers) {
        watched.keySet().retainAll(workers);
    }
}
