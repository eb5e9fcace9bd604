package dev.carillon.insight.schedule;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.work.NamedRange;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request to run a schedule for the planned instants of a past range; REST and the command line share its checks.
 */
public record BackfillOrder(String taskId, NamedRange range) {
    /** Refuses a range that is empty or not in the past. */
    public void checkRange(Instant now) {
        range.checkIsPast(now);
    }

    /**
     * Refuses a range without planned instants, or with more than a backfill may have.
     *
     * @param planned how many there are, counted up to one above that limit
     */
    public void checkPlanned(long planned) {
        if (planned == 0) {
            throw new ContractException(
                    ErrorCode.NEVER_FIRES,
                    range.fromName(),
                    taskId + " plans no instant" + rangeText(),
                    "see its planned instants with: carillon schedule preview " + taskId
                            + " --from TIME --to TIME; its own from and until limit them too");
        }
        if (planned > Backfill.MOST_INSTANTS) {
            throw new ContractException(
                    ErrorCode.TOO_MANY_ENTRIES,
                    range.toName(),
                    taskId + " plans more than " + Backfill.MOST_INSTANTS + " instants" + rangeText(),
                    "backfill a part of it first, and the rest when that has ended");
        }
    }

    private String rangeText() {
        return " from " + range.from() + " to before " + range.to();
    }

    /** Refuses a schedule that fires after other executions and so has no planned instants. */
    public static void checkPlans(String taskIdName, String taskId, boolean plans) {
        if (!plans) {
            throw new ContractException(
                    ErrorCode.NO_PLAN,
                    taskIdName,
                    taskId + " fires when executions end, so it has no planned instants",
                    "run it once for each that is missing: carillon schedule run " + taskId);
        }
    }

    /** Refuses a second backfill while one is running. */
    public static void checkFree(String taskIdName, String taskId, @Nullable Backfill running) {
        if (running != null) {
            throw new ContractException(
                    ErrorCode.BACKFILL_UNDER_WAY,
                    taskIdName,
                    taskId + " already has a backfill from " + running.from() + " to before " + running.to() + ", with "
                            + running.remaining() + " of " + running.planned() + " instants to go",
                    "wait for its end, or end it with: carillon schedule backfill " + taskId + " --cancel");
        }
    }
}
