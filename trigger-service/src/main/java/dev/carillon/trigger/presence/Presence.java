package dev.carillon.trigger.presence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Who is online, by monotonic time. One thread owns it. */
final class Presence {
    static final Duration GONE_AFTER = Duration.ofSeconds(10);
    /** Workers beyond that are not followed; each takes about 200 bytes. */
    private static final int MAX_WORKERS = 100_000;

    private final Map<String, Seen> workers = new HashMap<>();
    private final List<Change> leftOnTheirOwn = new ArrayList<>();

    private record Seen(long nanos, boolean online) {}

    /** A worker that has come or gone. */
    record Change(String workerId, boolean online, String why) {}

    /** A heartbeat was written at that time. */
    void beat(String workerId, long nanos) {
        Seen known = workers.get(workerId);
        if (known != null || workers.size() < MAX_WORKERS) {
            workers.put(workerId, new Seen(nanos, known != null && known.online()));
        }
    }

    /** The worker has taken its heartbeat back. */
    void signedOff(String workerId) {
        Seen known = workers.remove(workerId);
        if (known != null && known.online()) {
            leftOnTheirOwn.add(new Change(workerId, false, "it has signed off"));
        }
    }

    /** How many are online. */
    int online() {
        return (int) workers.values().stream().filter(Seen::online).count();
    }

    /** Whether it was online when changes were last asked for. */
    boolean isOnline(String workerId) {
        Seen known = workers.get(workerId);
        return known != null && known.online();
    }

    /** What has changed since it was last asked. */
    List<Change> changes(long nowNanos) {
        List<Change> changes = new ArrayList<>(leftOnTheirOwn);
        leftOnTheirOwn.clear();
        Iterator<Map.Entry<String, Seen>> all = workers.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<String, Seen> worker = all.next();
            Seen seen = worker.getValue();
            boolean lives = nowNanos - seen.nanos() <= GONE_AFTER.toNanos();
            if (lives && !seen.online()) {
                worker.setValue(new Seen(seen.nanos(), true));
                changes.add(new Change(worker.getKey(), true, "its heartbeat is heard"));
            } else if (!lives) {
                all.remove();
                if (seen.online()) {
                    String why = "no heartbeat for " + GONE_AFTER.toSeconds() + " s";
                    changes.add(new Change(worker.getKey(), false, why));
                }
            }
        }
        return changes;
    }
}
