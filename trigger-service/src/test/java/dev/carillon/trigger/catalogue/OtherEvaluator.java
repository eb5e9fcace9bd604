package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.cron.Timing;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.definition.SharedParts;
import java.util.function.Function;

/** Decodes definitions with timings from an evaluator of the test. */
public final class OtherEvaluator {
    private final SharedParts parts;

    public OtherEvaluator(Function<Schedule, Timing> evaluator) {
        parts = new SharedParts(evaluator);
    }

    /** The same record, decoded with those timings. */
    public InputRecord read(InputRecord record) {
        InputRecord read = new InputRecord(
                record.topic(),
                record.partition(),
                record.offset(),
                record.appended(),
                record.taken(),
                record.key(),
                record.value());
        read.readDefinition(parts);
        return read;
    }
}
