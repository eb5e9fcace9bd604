package dev.carillon.insight.topic;

import dev.carillon.kit.record.ReceivedRecord;
import java.time.Instant;

/**
 * A record that an answer is taken from. Answers show it as it is, so the names of its components are those of its JSON.
 *
 * @param what its kind, in a word or two
 */
public record EvidenceRecord(String what, String topic, int partition, long offset, Instant appended) {

    public static EvidenceRecord of(String what, ReceivedRecord record) {
        return new EvidenceRecord(what, record.topic(), record.partition(), record.offset(), record.appended());
    }

    /** Its position, as {@code carillon.schedules-0@17}. */
    public String place() {
        return topic + "-" + partition + "@" + offset;
    }
}
