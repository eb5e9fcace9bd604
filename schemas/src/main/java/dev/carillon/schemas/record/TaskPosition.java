package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.util.Map;

/** The position of an attempt's task record. */
public record TaskPosition(String topic, int partition, long offset, Map<String, RawJson> rest) {
    /** Kafka's limit. */
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
