package dev.carillon.console.history.fold;

import dev.carillon.schemas.key.ExecutionKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The facts of many records, grouped by the row that they change, so that each row is written once. */
public final class FoldedBatch {
    private final Map<ExecutionKey, List<RecordFacts.OfRun>> runs = new LinkedHashMap<>();
    private final Map<ExecutionKey, List<RecordFacts.OfLog>> logs = new LinkedHashMap<>();
    private final Map<String, RecordFacts.OfSchedule> schedules = new LinkedHashMap<>();
    private final Map<String, RecordFacts.OfWorker> workers = new LinkedHashMap<>();
    private final List<RecordFacts> others = new ArrayList<>();
    private @Nullable Instant newest;
    private int size;

    /** Adds the facts of one record. */
    public void add(List<RecordFacts> facts, Instant appended) {
        size++;
        if (newest == null || newest.isBefore(appended)) {
            newest = appended;
        }
        facts.forEach(this::add);
    }

    private void add(RecordFacts facts) {
        if (facts instanceof RecordFacts.OfRun run) {
            runs.computeIfAbsent(run.key(), none -> new ArrayList<>(4)).add(run);
        } else if (facts instanceof RecordFacts.OfLog log) {
            logs.computeIfAbsent(log.key(), none -> new ArrayList<>(2)).add(log);
        } else if (facts instanceof RecordFacts.OfSchedule schedule) {
            schedules.merge(schedule.taskId(), schedule, (a, b) -> a.version() > b.version() ? a : b);
        } else if (facts instanceof RecordFacts.OfWorker worker) {
            workers.merge(worker.workerId(), worker, (a, b) -> a.appended().isAfter(b.appended()) ? a : b);
        } else {
            others.add(facts);
        }
    }

    public Map<ExecutionKey, List<RecordFacts.OfRun>> runs() {
        return runs;
    }

    /** Log lines by execution; each of these is among {@link #runs}, too. */
    public Map<ExecutionKey, List<RecordFacts.OfLog>> logs() {
        return logs;
    }

    public Map<String, RecordFacts.OfSchedule> schedules() {
        return schedules;
    }

    public Map<String, RecordFacts.OfWorker> workers() {
        return workers;
    }

    /** Dead letters, marks, and what the trigger reported about schedules. */
    public List<RecordFacts> others() {
        return others;
    }

    /** Append time of the newest record. */
    public @Nullable Instant newest() {
        return newest;
    }

    /** How many records were added. */
    public int size() {
        return size;
    }

    /** Applies the updates of the batch to an execution. */
    public static void apply(RunFacts facts, List<RecordFacts.OfRun> updates) {
        for (RecordFacts.OfRun run : updates) {
            facts.seen(run.stamp());
            String topic = run.topic();
            if (topic != null) {
                facts.places().add(run.stamp(), topic);
            }
            run.update().apply(facts);
        }
    }
}
