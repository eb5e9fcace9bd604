package dev.carillon.trigger.presence;

import dev.carillon.schemas.state.AgreedDurations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Which workers are online, by monotonic time. One thread owns it. */
final class WorkerPresence {
    /** Workers beyond this number are ignored; each takes about 200 bytes. */
    private static final int MAX_WORKERS = 100_000;

    private final Map<String, Seen> workers = new HashMap<>();
    private final List<Change> signOffs = new ArrayList<>();

    private record Seen(long nanos, boolean online) {}

    /** A worker that has come online or gone offline. */
    record Change(String workerId, boolean online, String why) {}

    /** Notes a heartbeat and when it was written. */
    void beat(String workerId, long nanos) {
        Seen known = workers.get(workerId);
        if (known != null || workers.size() < MAX_WORKERS) {
            workers.put(workerId, new Seen(nanos, known != null && known.online()));
        }
    }

    /** The worker has deleted its heartbeat, as it does when it stops. */
    void signedOff(String workerId) {
        Seen known = workers.remove(workerId);
        if (known != null && known.online()) {
            signOffs.add(new Change(workerId, false, "it has signed off"));
        }
    }

    /** How many are online. */
    int online() {
        return (int) workers.values().stream().filter(Seen::online).count();
    }

    /** Whether the worker was online at the last call of {@link #changes}. */
    boolean isOnline(String workerId) {
        Seen known = workers.get(workerId);
        return known != null && known.online();
    }

    /** The changes since the last call. */
    List<Change> changes(long nowNanos) {
        List<Change> changes = new ArrayList<>(signOffs);
        signOffs.clear();
        Iterator<Map.Entry<String, Seen>> all = workers.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<String, Seen> worker = all.next();
            Seen seen = worker.getValue();
            boolean lives = nowNanos - seen.nanos() <= AgreedDurations.WORKER_GONE.toNanos();
            if (lives && !seen.online()) {
                worker.setValue(new Seen(seen.nanos(), true));
                changes.add(new Change(worker.getKey(), true, "a heartbeat has come"));
            } else if (!lives) {
                all.remove();
                if (seen.online()) {
                    String why = "no heartbeat for " + AgreedDurations.WORKER_GONE.toSeconds() + " s";
                    changes.add(new Change(worker.getKey(), false, why));
                }
            }
        }
        return changes;
    }
}
