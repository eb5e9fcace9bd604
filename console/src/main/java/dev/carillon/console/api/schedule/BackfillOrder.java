package dev.carillon.console.api.schedule;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.NamedRange;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An order to make up for the planned instants of a past range: what can't be ordered is refused, and what was ordered is
 * shown, alike over REST and on the command line.
 */
public record BackfillOrder(String taskId, NamedRange range) {
    /** Refuses a range that no backfill can make up for. */
    public void checkRange(Instant now) {
        range.checkIsPast(now);
    }

    /**
     * Refuses what has no instants to make up for, or more than a backfill may have.
     *
     * @param planned as many as there are; one more than the most stands for any more
     */
    public void checkPlanned(long planned) {
        if (planned == 0) {
            throw new ContractException(
                    ErrorCode.NEVER_FIRES,
                    range.fromName(),
                    taskId + " plans no instant" + words(),
                    "see what it plans with: carillon schedule preview " + taskId
                            + " --from TIME --to TIME, and mind its own from and until");
        }
        if (planned > Backfill.MOST_INSTANTS) {
            throw new ContractException(
                    ErrorCode.TOO_MANY_ENTRIES,
                    range.toName(),
                    taskId + " plans more than " + Backfill.MOST_INSTANTS + " instants" + words(),
                    "order a part of it, and the next one when that has ended");
        }
    }

    private String words() {
        return " from " + range.from() + " to before " + range.to();
    }

    /** Refuses a schedule whose instants nobody plans. */
    public static void checkPlans(String taskIdName, String taskId, boolean plans) {
        if (!plans) {
            throw new ContractException(
                    ErrorCode.NO_PLAN,
                    taskIdName,
                    taskId + " follows the ends of executions, so no past instants are planned",
                    "run it once for each that is missing: carillon schedule run " + taskId);
        }
    }

    /** Refuses a second one beside the one that is under way. */
    public static void checkFree(String taskIdName, String taskId, @Nullable Backfill running) {
        if (running != null) {
            throw new ContractException(
                    ErrorCode.BACKFILL_UNDER_WAY,
                    taskIdName,
                    taskId + " has a backfill from " + running.from() + " to before " + running.to() + " already, "
                            + running.remaining() + " of " + running.planned() + " instants to go",
                    "wait for its end, or end it with: carillon schedule backfill " + taskId + " --cancel");
        }
    }

    /** How far it is; without a backfill where none is under way. */
    public static ObjectNode json(String taskId, @Nullable Backfill backfill) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("taskId", taskId);
        if (backfill == null) {
            return answer;
        }
        ObjectNode node = answer.putObject("backfill")
                .put("from", backfill.from().toString())
                .put("to", backfill.to().toString())
                .put("maxRunning", backfill.maxRunning())
                .put("next", backfill.next().toString())
                .put("planned", backfill.planned())
                .put("made", backfill.made())
                .put("leftOut", backfill.leftOut())
                .put("remaining", backfill.remaining());
        ArrayNode open = node.putArray("open");
        backfill.open()
                .forEach(one -> open.add(
                        ExecutionKey.of(taskId, backfill.execTime(one.at())).toString()));
        return answer;
    }
}
