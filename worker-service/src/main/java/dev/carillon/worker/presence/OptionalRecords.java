package dev.carillon.worker.presence;

import dev.carillon.worker.wire.OutgoingRecord;

/** Sends records on which nothing depends: events and log lines. */
@FunctionalInterface
public interface OptionalRecords {
    /** Never waits: if too many records are waiting already, this one is dropped and counted. */
    void offer(OutgoingRecord record);
}
