package dev.carillon.schemas.work;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Instant;

/**
 * A range of instants that a user gave, including the first and excluding the second.
 *
 * @param fromName the name of the field or option that gave the beginning
 * @param toName the name of the field or option that gave the end
 */
public record NamedRange(String fromName, Instant from, String toName, Instant to) {
    /** Refuses a range that does not end after its beginning. */
    public void checkOrder() {
        if (!from.isBefore(to)) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    toName,
                    to + " is not after " + fromName + " " + from,
                    "the range includes the first and excludes the second; swap them");
        }
    }

    /** Refuses a range that a backfill can't run. */
    public void checkIsPast(Instant now) {
        checkOrder();
        if (to.isAfter(now)) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    toName,
                    to + " is in the future, where the schedule fires by itself",
                    "name an instant up to " + now);
        }
        if (from.isBefore(Instant.EPOCH)) {
            throw new ContractException(ErrorCode.OUT_OF_RANGE, fromName, from + " lies before 1970", "begin later");
        }
    }
}
