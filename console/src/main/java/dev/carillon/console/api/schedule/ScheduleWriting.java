package dev.carillon.console.api.schedule;

import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.write.IdempotencyKeys;
import dev.carillon.console.api.write.ReadBack;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Limits;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What requests need to write schedules and to wait until the history shows them.
 *
 * @param idempotencyKeys shared with submissions
 */
public record ScheduleWriting(
        KafkaSession session,
        ReadBack readBack,
        IdempotencyKeys idempotencyKeys,
        TopicNames names,
        Clock clock,
        FreshKeys keys) {
    static final String DRY_RUN = "dryRun";
    static final String WAIT = "wait";
    /** Accepts a type that no live worker serves. */
    static final String FORCE = "force";

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /** How long the request wants to wait for the history, at most. */
    static Duration wait(ApiRequest request) {
        return request.query().duration(WAIT, Duration.ZERO, Duration.ZERO, LONGEST_WAIT);
    }

    /** The reason in the body, if there is one; other fields are refused. */
    static @Nullable String reason(ApiRequest request) {
        return request.object(fields -> new Reason(fields.text("reason", Limits.MESSAGE)))
                .text();
    }

    /** Refuses a condition on a version in a request for many schedules, as a version belongs to one of them. */
    static void refuseCondition(ApiRequest request, String header) {
        String condition = request.headers().text(header, 200);
        if (condition != null) {
            throw new ConsoleException(
                    ConsoleProblem.BAD_PARAMETER,
                    header + " is about one schedule, and this request has many; change them one by one",
                    header,
                    condition,
                    "left out of a batch");
        }
    }

    private record Reason(@Nullable String text) {}
}
