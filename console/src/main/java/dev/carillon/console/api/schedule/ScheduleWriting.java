package dev.carillon.console.api.schedule;

import dev.carillon.console.api.Request;
import dev.carillon.console.api.write.IdempotencyKeys;
import dev.carillon.console.api.write.ReadBack;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.console.topics.TopicDesk;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What it takes to write and to wait.
 *
 * @param once shared by all that take an Idempotency-Key
 */
public record ScheduleWriting(
        TopicDesk desk, ReadBack readBack, IdempotencyKeys once, TopicNames names, Clock clock, FreshKeys keys) {
    static final String DRY_RUN = "dryRun";
    static final String WAIT = "wait";
    /** Also what no live worker serves. */
    static final String FORCE = "force";

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

    /** How long the request wants to wait at most. */
    static Duration wait(Request request) {
        return request.query().duration(WAIT, Duration.ZERO, Duration.ZERO, LONGEST_WAIT);
    }

    /** Why, if the body says so; it may say nothing else. */
    static @Nullable String reason(Request request) {
        return request.object(fields -> new Reason(fields.text("reason", Limits.MESSAGE)))
                .text();
    }

    /** A version belongs to one schedule, so a request for many refuses a condition on a version instead of ignoring it. */
    static void refuseCondition(Request request, String header) {
        String said = request.headers().text(header, 200);
        if (said != null) {
            throw new ConsoleException(
                    ConsoleProblem.BAD_PARAMETER,
                    header + " is about one schedule, and this request has many; change them one by one",
                    header,
                    said,
                    "left out of a batch");
        }
    }

    private record Reason(@Nullable String text) {}
}
