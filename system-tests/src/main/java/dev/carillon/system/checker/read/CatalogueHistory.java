package dev.carillon.system.checker.read;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.system.checker.seen.SeenRecord;
import dev.carillon.system.checker.seen.SliceSeen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which definitions were in force when, from {@code schedules} and the positions up to which slices applied it. */
final class CatalogueHistory {
    private record InForce(SeenRecord at, Schedule schedule, DecidedUpTo floor) {}

    private final Run run;
    private final Executions executions;
    private final Map<String, InForce> inForce = new HashMap<>();
    private final List<DefinitionInForce> versions = new ArrayList<>();

    private CatalogueHistory(Run run, Executions executions) {
        this.run = run;
        this.executions = executions;
    }

    static List<DefinitionInForce> of(Run run, Executions executions, SliceChain chain) {
        DecidedUpTo end = chain.end();
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

    private void apply(long from, long to, DecidedUpTo watermark) {
        for (SeenRecord record : run.in(run.names().schedules())) {
            if (record.offset() >= from && record.offset() < to) {
                apply(record, watermark);
            }
        }
    }

    private void apply(SeenRecord record, DecidedUpTo watermark) {
        String taskId = record.keyText();
        if (record.value() == null) {
            end(taskId, watermark);
            return;
        }
        Schedule schedule = usable(record);
        if (schedule == null) {
            return; // The last good version stays in force.
        }
        // An at schedule uses the watermark as its floor: its instant is due even if it is in the past.
        boolean countsFromItsAppend =
                !inForce.containsKey(taskId) && schedule.when().at() == null;
        DecidedUpTo appended = DecidedUpTo.allOf(record.appended());
        DecidedUpTo floor = countsFromItsAppend && appended.compareTo(watermark) > 0 ? appended : watermark;
        end(taskId, watermark);
        inForce.put(taskId, new InForce(record, schedule, floor));
    }

    private void end(String taskId, DecidedUpTo watermark) {
        InForce ended = inForce.remove(taskId);
        if (ended != null) {
            versions.add(version(ended, watermark, false));
        }
    }

    private static DefinitionInForce version(InForce v, DecidedUpTo end, boolean open) {
        return new DefinitionInForce(v.at(), v.schedule(), v.floor(), end, open);
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
            return null; // PutAsideCheck checks that it became a dead letter.
        }
    }
}
