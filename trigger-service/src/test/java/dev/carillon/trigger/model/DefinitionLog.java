package dev.carillon.trigger.model;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.build.SliceOutput;
import dev.carillon.trigger.slice.build.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The log of definitions, as both readings use it. */
final class DefinitionLog {
    private final List<InputRecord> records;
    /** Definitions that a leader has put aside for reasons that this log does not show. */
    private final Set<Long> putAside = new HashSet<>();
    /** The generation of each record: a definition after a deletion begins another one. */
    private final List<Long> generations = new ArrayList<>();

    public DefinitionLog(List<InputRecord> records, List<SlicePlan> slices) {
        this.records = records;
        count();
        for (SlicePlan slice : slices) {
            for (SliceOutput output : slice.outputs()) {
                if (output instanceof SliceOutput.PutAside aside
                        && aside.input().topic().equals("schedules")) {
                    putAside.add(aside.input().offset());
                }
            }
        }
    }

    private void count() {
        Map<String, Long> known = new HashMap<>();
        Set<String> deleted = new HashSet<>();
        for (InputRecord record : records) {
            String taskId = taskId(record);
            if (record.value() == null) {
                deleted.add(taskId);
            } else {
                boolean again = deleted.remove(taskId);
                known.compute(taskId, (id, last) -> last == null ? 0 : last + (again ? 1 : 0));
            }
            generations.add(known.getOrDefault(taskId, 0L));
        }
    }

    long generation(InputRecord record) {
        return generations.get((int) record.offset());
    }

    InputRecord at(long offset) {
        return records.get((int) offset);
    }

    static String taskId(InputRecord record) {
        return new String(Objects.requireNonNull(record.key()), StandardCharsets.UTF_8);
    }

    /** The schedule that it defines; null if it can't be used, so that the last good one stays in force. */
    @Nullable
    Schedule good(InputRecord record) {
        byte[] value = record.value();
        if (value == null || putAside.contains(record.offset())) {
            return null;
        }
        try {
            Schedule schedule = Kind.SCHEDULE.decode(value);
            return schedule.work().queue().equals("default") ? schedule : null;
        } catch (ContractException e) {
            return null;
        }
    }
}
