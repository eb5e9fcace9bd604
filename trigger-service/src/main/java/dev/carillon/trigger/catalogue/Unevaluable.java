package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.error.ContractException;
import java.time.Instant;

/** A schedule in force whose times can't be worked out. */
public record Unevaluable(String taskId, String message) {

    /** How it failed, for whoever has written the definition and whoever has to mend the reckoning. */
    public static String words(Instant after, RuntimeException e) {
        return "the next time after " + after + " can't be worked out ("
                + e.getClass().getSimpleName() + ": " + ContractException.shown(String.valueOf(e.getMessage())) + ")";
    }
}
