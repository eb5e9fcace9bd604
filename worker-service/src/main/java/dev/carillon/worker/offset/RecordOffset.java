package dev.carillon.worker.offset;

/** The offset of a record, within one assignment of its partition. */
public record RecordOffset(PartitionProgress partition, long offset) {
    /** Whether the assignment under which the record was fetched is over. */
    public boolean isStale() {
        return partition.isReleased();
    }
}
