package dev.carillon.console.api.execution;

import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.write.ReadBack;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The parameters that changing requests share, and their answer.
 *
 * @param force whether to accept a type that no live worker serves
 * @param maxWait how long to wait until the history shows the change
 */
record ChangeRequest(
        boolean dryRun,
        boolean force,
        Duration maxWait,
        @Nullable String reason) {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
    private static final int REASON = 2_000;

    /** Reads the parameters, and the reason from the body. */
    static ChangeRequest withReason(ApiRequest request) {
        return read(request, request.object(fields -> fields.text("reason", REASON)));
    }

    static ChangeRequest read(ApiRequest request) {
        return read(request, null);
    }

    private static ChangeRequest read(ApiRequest request, @Nullable String reason) {
        return new ChangeRequest(
                request.query().flag("dryRun"),
                request.query().flag("force"),
                request.query().duration("wait", Duration.ZERO, Duration.ZERO, LONGEST_WAIT),
                reason);
    }

    /** The answer, given once the history shows the change or the wait is over. */
    ApiResponse answer(ChangeAnswer body, boolean repeated, ReadBack readBack, BooleanSupplier isShown) {
        boolean seen = !dryRun && readBack.await(maxWait, isShown);
        return ApiResponse.json(202, body.with(repeated, dryRun, seen));
    }
}
