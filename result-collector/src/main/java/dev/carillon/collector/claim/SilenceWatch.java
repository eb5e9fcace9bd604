package dev.carillon.collector.claim;

import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tracks when each worker with open claims in one partition last gave a sign of life, and the checks since then. */
public final class SilenceWatch {
    /** After this silence a check is written: one missed lease of 3 s and a little more. */
    public static final Duration CHECK_AFTER = Duration.ofSeconds(4);

    private final Map<WorkerRef, Watched> watched = new HashMap<>();

    private static final class Watched {
        /** The last sign of life or check, by append time or the clock: it only decides when to check again. */
        private Instant quietSince;
        /** Append time of the first check since the last sign of life. */
        private @Nullable Instant firstCheck;

        private Watched(Instant quietSince) {
            this.quietSince = quietSince;
        }
    }

    /** A lease, claim or result of the worker was read. */
    public void signOfLife(WorkerRef worker, Instant at) {
        Watched watch = watched.computeIfAbsent(worker, w -> new Watched(at));
        watch.quietSince = at.isAfter(watch.quietSince) ? at : watch.quietSince;
        watch.firstCheck = null;
    }

    /** Whether to write a check of this worker now; if so, it counts as written. */
    public boolean shouldCheck(WorkerRef worker, Instant now) {
        Watched watch = watched.computeIfAbsent(worker, w -> new Watched(now));
        if (now.isBefore(watch.quietSince.plus(CHECK_AFTER))) {
            return false;
        }
        watch.quietSince = now;
        return true;
    }

    /** A check was read back; returns whether the worker is lost. */
    public boolean checkRead(WorkerRef worker, Instant at) {
        Watched watch = watched.computeIfAbsent(worker, w -> new Watched(at));
        Instant first = watch.firstCheck;
        if (first == null) {
            watch.firstCheck = at;
            return false;
        }
        return !at.isBefore(first.plus(AgreedDurations.WORKER_GONE));
    }

    /** Forgets all workers without open claims, so that this stays as small as the claims. */
    public void keepOnly(Set<WorkerRef> workers) {
        watched.keySet().retainAll(workers);
    }
}
