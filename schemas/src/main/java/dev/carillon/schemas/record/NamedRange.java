package dev.carillon.schemas.record;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Instant;

/**
 * A range of instants that somebody has named, from the first until before the second.
 *
 * @param fromName what the beginning is called where it was said
 * @param toName what the end is called there
 */
public record NamedRange(String fromName, Instant from, String toName, Instant to) {
    /** Refuses a range that ends before it has begun. */
    public void checkOrder() {
        if (!from.isBefore(to)) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    toName,
                    to + " is not after " + fromName + " " + from,
                    "the range goes from the first until before the second; swap them");
        }
    }

    /** Refuses a range that no backfill can make up for. */
    public void checkIsPast(Instant now) {
        checkOrder();
        if (to.isAfter(now)) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    toName,
                    to + " is still to come, and what is to come fires by itself",
                    "name an instant up to " + now);
        }
        if (from.isBefore(Instant.EPOCH)) {
            throw new ContractException(ErrorCode.OUT_OF_RANGE, fromName, from + " lies before 1970", "begin later");
        }
    }
}
