package dev.carillon.console.api.execution;

import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.write.ReadBack;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A request that changes something: what it says of how, and the answer.
 *
 * @param force send also what no live worker serves
 */
record Asked(
        boolean dryRun,
        boolean force,
        Duration patience,
        @Nullable String reason) {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final int REASON = 2_000;

    /** Reads the parameters; the reason, which stands in the body, where there is one. */
    static Asked withReason(Request request) {
        return read(request, request.object(fields -> fields.text("reason", REASON)));
    }

    static Asked read(Request request) {
        return read(request, null);
    }

    private static Asked read(Request request, @Nullable String reason) {
        return new Asked(
                request.query().flag("dryRun"),
                request.query().flag("force"),
                request.query().duration("wait", Duration.ZERO, Duration.ZERO, LONGEST_WAIT),
                reason);
    }

    /** The answer once it is seen, or the time is over. */
    Answer answer(JsonObject body, boolean repeated, ReadBack readBack, BooleanSupplier seen) {
        if (repeated) {
            body.flag("repeated", true);
        }
        if (dryRun) {
            return Answer.json(
                    202, body.flag("dryRun", true).flag("seen", false).node());
        }
        return Answer.json(
                202, body.flag("seen", readBack.await(patience, seen)).node());
    }
}
