package dev.carillon.console.history;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One execution with all that is known of it.
 *
 * @param attempts in order
 * @param task as it was sent last; null where nobody has seen it, or it is larger than what is kept
 * @param data what the successful attempt answered; null as above
 * @param cancelAsked when somebody asked to cancel it
 * @param logLines how many lines its attempts have written
 */
public record RunDetail(
        Run run,
        List<Attempt> attempts,
        @Nullable Task task,
        @Nullable RawJson data,
        @Nullable Instant cancelAsked,
        long logLines) {

    /**
     * One try.
     *
     * @param status what was said of it last; STARTED while it runs, null as long as nobody has said anything
     * @param code why it ended so
     * @param error details, such as a stack trace
     * @param queued when its task was appended
     * @param said append time of what was said of it last
     */
    public record Attempt(
            int number,
            @Nullable ResultStatus status,
            @Nullable String code,
            @Nullable String message,
            @Nullable String error,
            @Nullable String worker,
            @Nullable Instant queued,
            @Nullable Instant started,
            @Nullable Instant finished,
            @Nullable Instant said) {}
}
