package dev.carillon.system.checker.finding;

import dev.carillon.system.checker.seen.SeenRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the violations and counts of all checks of a run. */
public final class Findings {
    private final List<Violation> violations = new ArrayList<>();
    private final Map<String, Long> counts = new LinkedHashMap<>();

    public void violated(Guarantee guarantee, String key, @Nullable SeenRecord where, String what) {
        violations.add(new Violation(guarantee, what, key, where));
    }

    public void count(String what) {
        count(what, 1);
    }

    public void count(String what, long amount) {
        counts.merge(what, amount, Long::sum);
    }

    public Report report() {
        return new Report(List.copyOf(violations), Map.copyOf(counts));
    }
}
