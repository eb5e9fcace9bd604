package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.SkippedRange;
import dev.carillon.schemas.work.VersionField;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The end of an execution; each execution has exactly one.
 *
 * @param attempts how many attempts were made
 * @param last the last result, without its task
 * @param decidedAt the append time of the record that decided it; for a first attempt that its worker settled, when it
 *     ended by the worker's clock
 */
@RecordBuilder
public record Outcome(
        ExecutionKey key,
        OutcomeStatus status,
        int attempts,
        @Nullable String code,
        @Nullable String message,
        @Nullable Result last,
        Instant decidedAt,
        @Nullable SkippedRange skipped,
        @Nullable Tally tally,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    /** The outcome of an execution whose first attempt succeeded. */
    public static Outcome succeeded(Result first, Instant endedAt) {
        return OutcomeBuilder.builder()
                .key(first.key())
                .status(OutcomeStatus.SUCCEEDED)
                .attempts(1)
                .last(first)
                .decidedAt(endedAt)
                .rest(Map.of())
                .build();
    }

    /** How the sub-executions of a sharded execution ended. */
    public record Tally(int succeeded, int failed, int cancelled) {
        static Tally read(Fields f) {
            return new Tally(
                    (int) f.number("succeeded", 0, 0, Limits.SHARDS),
                    (int) f.number("failed", 0, 0, Limits.SHARDS),
                    (int) f.number("cancelled", 0, 0, Limits.SHARDS));
        }

        static void write(Tally t, FieldWriter out) {
            out.number("succeeded", t.succeeded, 0, Limits.SHARDS)
                    .number("failed", t.failed, 0, Limits.SHARDS)
                    .number("cancelled", t.cancelled, 0, Limits.SHARDS);
        }
    }

    public static Outcome read(Fields f) {
        VersionField.check(f, V);
        return OutcomeBuilder.builder()
                .key(f.required("key", f.spelled("key", Limits.KEY, ExecutionKey::read)))
                .status(f.required("status", f.constant("status", OutcomeStatus.class)))
                .attempts((int) f.number("attempts", 0, 0, Limits.MAX_RETRIES + 1L))
                .code(f.text("code", Limits.CODE))
                .message(f.text("message", Limits.MESSAGE))
                .last(f.object("last", Result::read))
                .decidedAt(f.required("decidedAt", f.instant("decidedAt")))
                .skipped(f.object("skipped", SkippedRange::read))
                .tally(f.object("tally", Tally::read))
                .rest(f.rest())
                .build();
    }

    public void write(FieldWriter out) {
        writeBefore(out);
        out.object("last", last, Result::write);
        writeAfter(out);
    }

    /** As {@link #write}, with the last result as it was encoded before. */
    public void writeAround(byte[] encodedLast, FieldWriter out) {
        writeBefore(out);
        out.encoded("last", encodedLast);
        writeAfter(out);
    }

    private void writeBefore(FieldWriter out) {
        out.number("v", V, V, V)
                .spelled("key", key.bytes())
                .constant("status", status)
                .number("attempts", attempts, 0, Limits.MAX_RETRIES + 1L)
                .prose("code", code, Limits.CODE)
                .prose("message", message, Limits.MESSAGE);
    }

    private void writeAfter(FieldWriter out) {
        out.instant("decidedAt", decidedAt)
                .object("skipped", skipped, SkippedRange::write)
                .object("tally", tally, Tally::write)
                .rest(rest);
    }
}
