package dev.carillon.insight.schedule;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.trigger.Backfill;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Progress of a schedule's backfill as JSON.
 *
 * @param backfill null if none is running
 * @param dryRun left out unless true
 */
public record BackfillAnswer(
        String taskId,
        @Nullable Progress backfill,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean dryRun) {

    /**
     * How far a backfill is.
     *
     * @param open the keys of its executions without an outcome
     */
    @RecordBuilder
    public record Progress(
            Instant from,
            Instant to,
            long maxRunning,
            Instant next,
            long planned,
            long made,
            long leftOut,
            long remaining,
            List<String> open) {}

    public static BackfillAnswer of(String taskId, @Nullable Backfill backfill, boolean dryRun) {
        return new BackfillAnswer(taskId, backfill == null ? null : progress(taskId, backfill), dryRun);
    }

    private static Progress progress(String taskId, Backfill backfill) {
        return BackfillAnswerProgressBuilder.builder()
                .from(backfill.from())
                .to(backfill.to())
                .maxRunning(backfill.maxRunning())
                .next(backfill.next())
                .planned(backfill.planned())
                .made(backfill.made())
                .leftOut(backfill.leftOut())
                .remaining(backfill.remaining())
                .open(backfill.open().stream()
                        .map(one -> ExecutionKey.of(taskId, backfill.execTime(one.at()))
                                .toString())
                        .toList())
                .build();
    }
}
