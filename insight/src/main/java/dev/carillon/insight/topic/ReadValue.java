package dev.carillon.insight.topic;

import dev.carillon.kit.record.ReceivedRecord;

/** A value with the record that it was read from. */
public record ReadValue<T>(T value, EvidenceRecord at) {

    public static <T> ReadValue<T> of(String what, ReceivedRecord record, T value) {
        return new ReadValue<>(value, EvidenceRecord.of(what, record));
    }
}
