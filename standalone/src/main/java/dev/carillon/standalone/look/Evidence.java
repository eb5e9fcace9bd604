package dev.carillon.standalone.look;

import dev.carillon.client.StoredRecord;
import java.time.Instant;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A record that says so.
 *
 * @param what what it is, in a word or two
 */
public record Evidence(String what, String topic, int partition, long offset, Instant appended) {

    public static Evidence of(String what, StoredRecord record) {
        return new Evidence(what, record.topic(), record.partition(), record.offset(), record.appended());
    }

    /** Where it lies, as {@code carillon.schedules-0@17}. */
    public String place() {
        return topic + "-" + partition + "@" + offset;
    }

    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("what", what)
                .put("topic", topic)
                .put("partition", partition)
                .put("offset", offset)
                .put("appended", appended.toString());
    }
}
