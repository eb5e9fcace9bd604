package dev.carillon.trigger.model;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.slice.Output;
import dev.carillon.trigger.slice.SlicePlan;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The log of definitions as both readings understand it. */
final class DefinitionLog {
    private final List<InputRecord> records;
    /** Definitions that a leader has put aside, for what only it could know. */
    private final Set<Long> putAside = new HashSet<>();

    DefinitionLog(List<InputRecord> records, List<SlicePlan> slices) {
        this.records = records;
        for (SlicePlan slice : slices) {
            for (Output output : slice.outputs()) {
                if (output instanceof Output.PutAside aside
                        && aside.input().topic().equals("schedules")) {
                    putAside.add(aside.input().offset());
                }
            }
        }
    }

    InputRecord at(long offset) {
        return records.get((int) offset);
    }

    static String taskId(InputRecord record) {
        return new String(Objects.requireNonNull(record.key()), StandardCharsets.UTF_8);
    }

    /** What it defines, or null if it can't be used: then the last good one stays in force. */
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
