package dev.carillon.system.checker;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which definition was in force when: the history of {@code schedules}, cut at the positions that slices record. */
final class CatalogueHistory {
    private record InForce(SeenRecord at, Schedule schedule, Reached floor) {}

    private final Run run;
    private final Executions executions;
    private final Map<String, InForce> inForce = new HashMap<>();
    private final List<Version> versions = new ArrayList<>();

    private CatalogueHistory(Run run, Executions executions) {
        this.run = run;
        this.executions = executions;
    }

    static List<Version> of(Run run, Executions executions, SliceChain chain) {
        Reached end = chain.end();
        if (end == null) {
            return List.of();
        }
        CatalogueHistory history = new CatalogueHistory(run, executions);
        long from = 0;
        for (SliceSeen seen : chain.slices()) {
            long to = seen.slice().to().schedules();
            history.apply(from, to, seen.slice().before());
            from = Math.max(from, to);
        }
        history.inForce.values().forEach(v -> history.versions.add(version(v, end, true)));
        return history.versions;
    }

    private void apply(long from, long to, Reached watermark) {
        for (SeenRecord record : run.in(run.names().schedules())) {
            if (record.offset() >= from && record.offset() < to) {
                apply(record, watermark);
            }
        }
    }

    private void apply(SeenRecord record, Reached watermark) {
        String taskId = record.keyText();
        if (record.value() == null) {
            end(taskId, watermark);
            return;
        }
        Schedule schedule = usable(record);
        if (schedule == null) {
            return; // The last good version stays in force.
        }
        // An instant of its own is owed however late, so that one counts from the watermark alone.
        boolean countsFromItsAppend =
                !inForce.containsKey(taskId) && schedule.when().at() == null;
        Reached appended = Reached.allOf(record.appended());
        Reached floor = countsFromItsAppend && appended.compareTo(watermark) > 0 ? appended : watermark;
        end(taskId, watermark);
        inForce.put(taskId, new InForce(record, schedule, floor));
    }

    private void end(String taskId, Reached watermark) {
        InForce ended = inForce.remove(taskId);
        if (ended != null) {
            versions.add(version(ended, watermark, false));
        }
    }

    private static Version version(InForce v, Reached end, boolean open) {
        return new Version(v.at(), v.schedule(), v.floor(), end, open);
    }

    private @Nullable Schedule usable(SeenRecord record) {
        try {
            byte[] value = record.value();
            Schedule schedule = value == null ? null : Kind.SCHEDULE.decode(value);
            boolean fits = schedule != null
                    && schedule.taskId().equals(record.keyText())
                    && executions.deadLettersOf(record).isEmpty();
            return fits ? schedule : null;
        } catch (ContractException e) {
            return null; // That it went to dead-letters is another check's business.
        }
    }
}
