package dev.carillon.client.schedule;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.AnswerWait;
import dev.carillon.kit.record.OutgoingRecord;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Definitions that are written together: first all audit entries and, once those are safe, the definitions. So no
 * change lacks its entry, and the batch costs two round trips.
 */
final class ScheduleBatch {
    private static final int MOST = 5_000;
    /** Of definitions and entries, which stay in memory until they are written. */
    private static final int MOST_BYTES = 16 * 1024 * 1024;

    private final RecordLog log;
    private final List<Step> steps = new ArrayList<>();
    private final Set<String> taskIds = new HashSet<>();
    private long bytes;

    /** A definition; without records if there is nothing to write. */
    private record Step(
            ApplyResult result,
            @Nullable OutgoingRecord entry,
            @Nullable OutgoingRecord definition) {}

    ScheduleBatch(RecordLog log) {
        this.log = log;
    }

    boolean isFull() {
        return steps.size() >= MOST || bytes >= MOST_BYTES;
    }

    /** Whether the batch has a definition of the schedule. */
    boolean has(String taskId) {
        return taskIds.contains(taskId);
    }

    void addUnchanged(ApplyResult unchanged) {
        steps.add(new Step(unchanged, null, null));
    }

    void add(ApplyResult planned, OutgoingRecord entry, OutgoingRecord definition) {
        steps.add(new Step(planned, entry, definition));
        taskIds.add(planned.taskId());
        bytes += size(entry) + size(definition);
    }

    private static int size(OutgoingRecord record) {
        return record.value() == null ? 0 : record.value().length;
    }

    /** Writes the added definitions and returns their results, in order. */
    List<ApplyResult> write() {
        List<CompletableFuture<Long>> entries = new ArrayList<>();
        for (Step step : steps) {
            if (step.entry() != null) {
                entries.add(send(step.entry()));
            }
        }
        flush();
        entries.forEach(AnswerWait::until);
        List<CompletableFuture<Long>> versions = new ArrayList<>();
        for (Step step : steps) {
            versions.add(
                    step.definition() == null
                            ? CompletableFuture.completedFuture(step.result().version())
                            : send(step.definition()));
        }
        flush();
        List<ApplyResult> written = new ArrayList<>(steps.size());
        for (int i = 0; i < steps.size(); i++) {
            ApplyResult planned = steps.get(i).result();
            long version = AnswerWait.answer(versions.get(i));
            written.add(new ApplyResult(planned.schedule(), planned.change(), planned.again(), version));
        }
        steps.clear();
        taskIds.clear();
        bytes = 0;
        return written;
    }

    private CompletableFuture<Long> send(OutgoingRecord record) {
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
