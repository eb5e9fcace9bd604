package dev.carillon.standalone.demo;

import dev.carillon.schemas.record.Outcome;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A command to try next, given once per example, after its first outcome. */
final class DemoHints {
    private static final Map<String, String> BY_TASK = Map.of(
            "hello", "try: carillon once 'date' --every 10s --id clock",
            "report", "try: carillon schedule list",
            "flaky", "try: carillon results --task flaky",
            "broken", "try: carillon schedule pause broken --reason 'known to fail'",
            "digest", "try: carillon cron next '* * * * *'");

    private final Set<String> given = new HashSet<>();

    Optional<String> after(Outcome outcome) {
        String taskId = outcome.key().taskId();
        String hint = BY_TASK.get(taskId);
        return hint != null && given.add(taskId) ? Optional.of(hint) : Optional.empty();
    }
}
