package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.util.Map;

/** Where the task record of an attempt lies. */
public record TaskPosition(String topic, int partition, long offset, Map<String, RawJson> rest) {
    /** What Kafka allows. */
    private static final int MAX_TOPIC = 249;

    public TaskPosition(String topic, int partition, long offset) {
        this(topic, partition, offset, Map.of());
    }

    static TaskPosition read(Fields f) {
        return new TaskPosition(
                f.requiredWord("topic", MAX_TOPIC),
                (int) f.required("partition", f.number("partition", 0, Integer.MAX_VALUE))
                        .longValue(),
                f.required("offset", f.number("offset", 0, Long.MAX_VALUE)),
                f.rest());
    }

    static void write(TaskPosition p, FieldWriter out) {
        out.word("topic", p.topic, MAX_TOPIC)
                .number("partition", p.partition, 0, Integer.MAX_VALUE)
                .number("offset", p.offset, 0, Long.MAX_VALUE)
                .rest(p.rest);
    }
}
