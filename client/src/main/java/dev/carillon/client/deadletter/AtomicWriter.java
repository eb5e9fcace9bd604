package dev.carillon.client.deadletter;

import dev.carillon.kit.record.OutgoingRecord;
import java.util.List;

/** Writes records so that readers see all of them or none. Opening another writer fences this one. */
public interface AtomicWriter extends AutoCloseable {
    void write(List<OutgoingRecord> records);

    @Override
    void close();
}
