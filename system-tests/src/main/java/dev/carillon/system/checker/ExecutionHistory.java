package dev.carillon.system.checker;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Everything that the topics say of one execution. */
final class ExecutionHistory {
    private final String key;
    final List<TaskSeen> tasks = new ArrayList<>();
    final List<ResultSeen> results = new ArrayList<>();
    final List<OutcomeSeen> outcomes = new ArrayList<>();
    final List<SeenRecord> buried = new ArrayList<>();

    ExecutionHistory(String key) {
        this.key = key;
    }

    String key() {
        return key;
    }

    /** Whether there is something that a worker or the collector had to act on. */
    boolean exists() {
        return !tasks.isEmpty() || !skips().isEmpty();
    }

    List<ResultSeen> skips() {
        return results.stream().filter(r -> r.result().skipped() != null).toList();
    }

    List<TaskSeen> tasksOf(int attempt) {
        return tasks.stream().filter(t -> t.task().attempt() == attempt).toList();
    }

    List<ResultSeen> resultsOf(int attempt) {
        return results.stream().filter(r -> r.result().attempt() == attempt).toList();
    }

    List<ResultSeen> endsOf(int attempt) {
        return resultsOf(attempt).stream().filter(ResultSeen::ends).toList();
    }

    /** All attempts that anything speaks of. */
    SortedSet<Integer> attempts() {
        SortedSet<Integer> all = new TreeSet<>();
        tasks.forEach(t -> all.add(t.task().attempt()));
        results.forEach(r -> all.add(r.result().attempt()));
        return all;
    }

    /** When an attempt may start at the earliest by its tasks; of equal copies the most lenient one counts. */
    Optional<Instant> notBefore(int attempt) {
        return tasksOf(attempt).stream().map(ExecutionHistory::mayStart).min(Instant::compareTo);
    }

    private static Instant mayStart(TaskSeen seen) {
        Instant execTime = seen.key().execTime().instant();
        Instant notBefore = seen.task().notBefore();
        return notBefore == null || notBefore.isBefore(execTime) ? execTime : notBefore;
    }
}
