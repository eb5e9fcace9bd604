package dev.carillon.client.deadletter;

import dev.carillon.client.NewRecord;
import java.util.List;

/** Writes records so that readers see all of them or none. Whoever has it is the only one who writes through it. */
public interface AllOrNothing extends AutoCloseable {
    void write(List<NewRecord> records);

    @Override
    void close();
}
