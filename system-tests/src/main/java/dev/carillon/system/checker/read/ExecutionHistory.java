package dev.carillon.system.checker.read;

import dev.carillon.system.checker.seen.OutcomeSeen;
import dev.carillon.system.checker.seen.ResultSeen;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.checker.seen.TaskSeen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** All records about one execution. */
public final class ExecutionHistory {
    private final String key;
    public final List<TaskSeen> tasks = new ArrayList<>();
    public final List<ResultSeen> results = new ArrayList<>();
    public final List<OutcomeSeen> outcomes = new ArrayList<>();
    public final List<SeenRecord> deadLetters = new ArrayList<>();

    ExecutionHistory(String key) {
        this.key = key;
    }

    public String key() {
        return key;
    }

    /** Whether a task or a skipped range made it. */
    public boolean exists() {
        return !tasks.isEmpty() || !skips().isEmpty();
    }

    List<ResultSeen> skips() {
        return results.stream().filter(r -> r.result().skipped() != null).toList();
    }

    public List<TaskSeen> tasksOf(int attempt) {
        return tasks.stream().filter(t -> t.task().attempt() == attempt).toList();
    }

    public List<ResultSeen> resultsOf(int attempt) {
        return results.stream().filter(r -> r.result().attempt() == attempt).toList();
    }

    public List<ResultSeen> endsOf(int attempt) {
        return resultsOf(attempt).stream().filter(ResultSeen::ends).toList();
    }

    /** The numbers of all attempts that have a task or a result. */
    public SortedSet<Integer> attempts() {
        SortedSet<Integer> all = new TreeSet<>();
        tasks.forEach(t -> all.add(t.task().attempt()));
        results.forEach(r -> all.add(r.result().attempt()));
        return all;
    }

    /** When an attempt may start by its tasks; of several copies the earliest instant counts. */
    public Optional<Instant> notBefore(int attempt) {
        return tasksOf(attempt).stream().map(ExecutionHistory::mayStart).min(Instant::compareTo);
    }

    private static Instant mayStart(TaskSeen seen) {
        Instant execTime = seen.key().execTime().instant();
        Instant notBefore = seen.task().notBefore();
        return notBefore == null || notBefore.isBefore(execTime) ? execTime : notBefore;
    }
}
