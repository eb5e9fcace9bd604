package dev.carillon.client;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Definitions that are written together: first their entries in the audit, and when all of these are safe, they themselves.
 * So nothing is changed without an entry, and no round trip is made for each.
 */
final class ScheduleBatch {
    private static final int MOST = 5_000;
    /** Of definitions and entries: what is under way lies in memory. */
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private final RecordLog log;
    private final List<Step> steps = new ArrayList<>();
    private final Set<String> taskIds = new HashSet<>();
    private long bytes;

    /** A definition; without records where nothing is to be written. */
    private record Step(
            Applied applied,
            @Nullable NewRecord entry,
            @Nullable NewRecord definition) {}

    ScheduleBatch(RecordLog log) {
        this.log = log;
    }

    boolean isFull() {
        return steps.size() >= MOST || bytes >= MOST_BYTES;
    }

    /** Whether the schedule is to be written already. */
    boolean has(String taskId) {
        return taskIds.contains(taskId);
    }

    void addUnchanged(Applied unchanged) {
        steps.add(new Step(unchanged, null, null));
    }

    void add(Applied planned, NewRecord entry, NewRecord definition) {
        steps.add(new Step(planned, entry, definition));
        taskIds.add(planned.taskId());
        bytes += size(entry) + size(definition);
    }

    private static int size(NewRecord record) {
        return record.value() == null ? 0 : record.value().length;
    }

    /** Writes all that was added since the last time; returns what came of each, in order. */
    List<Applied> write() {
        List<CompletableFuture<Long>> entries = new ArrayList<>();
        for (Step step : steps) {
            if (step.entry() != null) {
                entries.add(send(step.entry()));
            }
        }
        flush();
        entries.forEach(Waiting::until);
        List<CompletableFuture<Long>> versions = new ArrayList<>();
        for (Step step : steps) {
            versions.add(
                    step.definition() == null
                            ? CompletableFuture.completedFuture(step.applied().version())
                            : send(step.definition()));
        }
        flush();
        List<Applied> written = new ArrayList<>(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            Applied planned = steps.get(i).applied();
            long version = Waiting.answer(versions.get(i));
            written.add(new Applied(planned.schedule(), planned.change(), planned.again(), version));
        }
        steps.clear();
        taskIds.clear();
        bytes = 0;
        return written;
    }

    private CompletableFuture<Long> send(NewRecord record) {
        return isAlone() ? log.send(record) : log.sendAmongMany(record);
    }

    private void flush() {
        if (!isAlone()) {
            log.flush();
        }
    }

    private boolean isAlone() {
        return taskIds.size() <= 1;
    }
}
