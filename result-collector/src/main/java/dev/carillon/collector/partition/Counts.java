package dev.carillon.collector.partition;

import dev.carillon.collector.ledger.Verdict;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.OutcomeStatus;

/** What is counted. */
public interface Counts {
    void decided(Verdict verdict);

    void ended(OutcomeStatus status);

    void poison(ErrorCode cause);

    /** So many settled results were passed by. */
    void settled(int count);

    void rehomed();

    void open(long change);

    void timers(long change);
}
