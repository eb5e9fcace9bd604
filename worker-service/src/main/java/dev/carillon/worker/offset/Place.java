package dev.carillon.worker.offset;

/** Where a record lies, within one assignment of its partition. */
public record Place(PartitionProgress partition, long offset) {
    /** Whether the assignment under which the record was fetched is over. */
    public boolean isStale() {
        return partition.isReleased();
    }
}
