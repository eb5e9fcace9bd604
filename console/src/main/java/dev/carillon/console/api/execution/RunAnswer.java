package dev.carillon.console.api.execution;

import dev.carillon.console.history.run.Run;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.SkippedRange;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An execution as JSON. */
@RecordBuilder
record RunAnswer(
        String key,
        String taskId,
        String execTime,
        ExecutionState state,
        @Nullable String name,
        @Nullable String type,
        @Nullable String queue,
        @Nullable String priority,
        @Nullable String origin,
        int attempts,
        @Nullable String code,
        @Nullable String message,
        @Nullable String worker,
        Instant firstHeard,
        @Nullable Instant due,
        @Nullable Instant started,
        @Nullable Instant ended,
        @Nullable Duration tookMs,
        @Nullable Instant nextAttempt,
        @Nullable String replayOf,
        @Nullable Skipped skipped) {

    /** The ticks that a skipped execution stands for. */
    record Skipped(String reason, Instant first, Instant last, long count) {
        static Skipped of(SkippedRange range) {
            return new Skipped(Fields.spelled(range.reason()), range.first(), range.last(), range.count());
        }
    }

    static RunAnswer of(Run run) {
        return RunAnswerBuilder.builder()
                .key(run.key().toString())
                .taskId(run.key().taskId())
                .execTime(run.key().execTime().toString())
                .state(run.state())
                .name(run.name())
                .type(run.type())
                .queue(run.queue())
                .priority(run.priority() == null ? null : Fields.spelled(run.priority()))
                .origin(run.origin() == null ? null : Fields.spelled(run.origin()))
                .attempts(run.attempts())
                .code(run.code())
                .message(run.message())
                .worker(run.worker())
                .firstHeard(run.firstHeard())
                .due(run.due())
                .started(run.started())
                .ended(run.ended())
                .tookMs(
                        run.started() == null || run.ended() == null
                                ? null
                                : notNegative(Duration.between(run.started(), run.ended())))
                .nextAttempt(run.nextAttempt())
                .replayOf(run.replayOf())
                .skipped(run.skipped() == null ? null : Skipped.of(run.skipped()))
                .build();
    }

    static List<RunAnswer> list(List<Run> runs) {
        return runs.stream().map(RunAnswer::of).toList();
    }

    /** The clocks of two machines may differ. */
    static Duration notNegative(Duration measured) {
        return measured.isNegative() ? Duration.ZERO : measured;
    }
}
