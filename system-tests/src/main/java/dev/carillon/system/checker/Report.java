package dev.carillon.system.checker;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The verdict on one run.
 *
 * @param counts what was looked at, by name, for example {@code ticks owed}
 */
public record Report(List<Violation> violations, Map<String, Long> counts) {
    private static final int SHOWN = 50;

    /** How much of one kind was looked at. */
    public long count(String what) {
        return counts.getOrDefault(what, 0L);
    }

    /** A check of nothing proves nothing, so it fails. */
    public boolean isClean() {
        return violations.isEmpty() && count(Counts.EXECUTIONS) + count(Counts.TICKS_OWED) > 0;
    }

    public List<Violation> of(Guarantee guarantee) {
        return violations.stream().filter(v -> v.guarantee() == guarantee).toList();
    }

    /** For people: the verdict, the counts, and the first violations. */
    @Override
    public String toString() {
        String verdict = isClean()
                ? "clean"
                : violations.isEmpty() ? "NOTHING WAS CHECKED" : violations.size() + " violation(s)";
        String shown = violations.stream().limit(SHOWN).map(v -> "\n  " + v).collect(Collectors.joining());
        return "checker: " + verdict + " " + new TreeMap<>(counts) + shown;
    }
}
