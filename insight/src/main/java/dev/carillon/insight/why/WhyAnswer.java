package dev.carillon.insight.why;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.carillon.insight.topic.EvidenceRecord;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a tick did or did not run. It is shown as it is, so the names of its components are those of its JSON.
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
        @JsonProperty("answer") String sentence,
        List<String> details,
        List<EvidenceRecord> evidence,
        List<String> next,
        @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable ClockChange clockChange) {

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
}
