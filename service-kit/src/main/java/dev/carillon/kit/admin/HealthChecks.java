package dev.carillon.kit.admin;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The named conditions under which a process is ready. */
public final class HealthChecks {
    /** Far more than a process has; bounded, so that a leak can't grow the page without end. */
    private static final int MOST = 1_000;

    private final ConcurrentSkipListMap<String, HealthCheck> checks = new ConcurrentSkipListMap<>();

    public void add(String name, HealthCheck check) {
        if (checks.size() >= MOST) {
            throw new IllegalStateException(
                    "there are " + MOST + " health checks already; " + name + " is one too many");
        }
        checks.put(name, check);
    }

    public void remove(String name) {
        checks.remove(name);
    }

    /** The current results of all checks; a check that throws counts as failed. */
    public Map<String, Health> look() {
        Map<String, Health> found = new TreeMap<>();
        checks.forEach((name, check) -> found.put(name, run(check)));
        return found;
    }

    private static Health run(HealthCheck check) {
        try {
            return check.check();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Health.bad("interrupted");
        } catch (Exception e) {
            return Health.bad("the check itself failed: " + e);
        }
    }
}
