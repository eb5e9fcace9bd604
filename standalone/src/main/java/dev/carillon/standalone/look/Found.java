package dev.carillon.standalone.look;

import dev.carillon.client.StoredRecord;

/** A value together with where it was read. */
public record Found<T>(T value, Evidence at) {

    static <T> Found<T> of(String what, StoredRecord record, T value) {
        return new Found<>(value, Evidence.of(what, record));
    }
}
