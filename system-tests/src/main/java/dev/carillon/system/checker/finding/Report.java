package dev.carillon.system.checker.finding;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of checking one run.
 *
 * @param counts how much was checked, by name, for example {@code ticks expected}
 */
public record Report(List<Violation> violations, Map<String, Long> counts) {
    private static final int SHOWN = 50;

    /** How much was checked under this name; see {@link CountNames}. */
    public long count(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /** Whether nothing was violated; a run without executions and ticks proves nothing, so it is not clean. */
    public boolean isClean() {
        return violations.isEmpty() && count(CountNames.EXECUTIONS) + count(CountNames.TICKS_EXPECTED) > 0;
    }

    public List<Violation> of(Guarantee guarantee) {
        return violations.stream().filter(v -> v.guarantee() == guarantee).toList();
    }

    /** The verdict, the counts and the first violations. */
    @Override
    public String toString() {
        String verdict = isClean()
                ? "clean"
                : violations.isEmpty() ? "NOTHING WAS CHECKED" : violations.size() + " violation(s)";
        String shown = violations.stream().limit(SHOWN).map(v -> "\n  " + v).collect(Collectors.joining());
        return "checker: " + verdict + " " + new TreeMap<>(counts) + shown;
    }
}
