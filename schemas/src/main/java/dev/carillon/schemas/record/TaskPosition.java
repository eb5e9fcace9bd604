package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;

/** Where the task record of an attempt lies. */
public record TaskPosition(String topic, int partition, long offset) {

    static TaskPosition read(Fields f) {
        return new TaskPosition(
                f.requiredText("topic", 249),
                (int) f.required("partition", f.number("partition", 0, Integer.MAX_VALUE))
                        .longValue(),
                f.required("offset", f.number("offset", 0, Long.MAX_VALUE)));
    }

    static void write(TaskPosition p, FieldWriter out) {
        out.text("topic", p.topic).number("partition", p.partition).number("offset", p.offset);
    }
}
