package dev.carillon.collector.partition;

import dev.carillon.collector.ledger.EventVerdict;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.OutcomeStatus;

/** Counters of what partitions do. */
public interface PartitionCounts {
    void decided(EventVerdict verdict);

    void ended(OutcomeStatus status);

    void poison(ErrorCode cause);

    /** This many settled results were skipped. */
    void settled(int count);

    void rehomed();

    void open(long change);

    void timers(long change);
}
