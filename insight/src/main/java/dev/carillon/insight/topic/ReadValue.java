package dev.carillon.insight.topic;

import dev.carillon.client.log.StoredRecord;

/** A value with the record that it was read from. */
public record ReadValue<T>(T value, EvidenceRecord at) {

    public static <T> ReadValue<T> of(String what, StoredRecord record, T value) {
        return new ReadValue<>(value, EvidenceRecord.of(what, record));
    }
}
