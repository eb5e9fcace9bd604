package dev.carillon.insight.why;

import dev.carillon.insight.topic.EvidenceRecord;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Why a tick did or did not run.
 *
 * @param sentence the answer
 * @param details further facts, a sentence each
 * @param evidence the records that the answer is taken from
 * @param next commands to continue with
 * @param clockChange the clock change that affects the tick; null for most ticks
 */
public record WhyAnswer(
        String taskId,
        Instant at,
        Verdict verdict,
        String sentence,
        List<String> details,
        List<EvidenceRecord> evidence,
        List<String> next,
        @Nullable ClockChange clockChange) {

    /** The answer in one word, for programs. */
    public enum Verdict {
        DISPATCHED,
        SKIPPED,
        TO_BE_SKIPPED,
        NOT_DUE_YET,
        NOT_DECIDED_YET,
        NOT_PLANNED,
        NO_SUCH_TIME,
        OTHER_PASSING,
        OUTSIDE_PERIOD,
        PAUSED,
        BROKEN,
        WAITING,
        COMPLETED,
        NOT_MADE,
        DELETED,
        DEFINED_LATER,
        NEVER_ACCEPTED,
        UNKNOWN_SCHEDULE,
        NO_LONGER_KEPT,
        UNEXPLAINED
    }

    public ObjectNode json() {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("taskId", taskId)
                .put("at", at.toString())
                .put("verdict", verdict.name())
                .put("answer", sentence);
        ArrayNode more = node.putArray("details");
        details.forEach(more::add);
        ArrayNode records = node.putArray("evidence");
        evidence.forEach(one -> records.add(one.json()));
        ArrayNode commands = node.putArray("next");
        next.forEach(commands::add);
        node.set("clockChange", clockChange == null ? node.nullNode() : clockChange.json());
        return node;
    }
}
