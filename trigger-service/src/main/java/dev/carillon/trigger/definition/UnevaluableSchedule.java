package dev.carillon.trigger.definition;

import dev.carillon.schemas.error.ContractException;
import java.time.Instant;

/** A schedule in force whose next instant can't be computed. */
public record UnevaluableSchedule(String taskId, String message) {

    /** The message for the author of the definition, with the exception for a bug report. */
    public static String words(Instant after, RuntimeException e) {
        return "the next time after " + after + " can't be worked out ("
                + e.getClass().getSimpleName() + ": " + ContractException.shown(String.valueOf(e.getMessage())) + ")";
    }
}
