package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import java.time.Instant;

/**
 * A past range whose instants become executions.
 *
 * @param from the first instant that may be made up for
 * @param to the first that is not
 * @param maxRunning how many of them may be without an outcome at a time
 * @param nanos the part of a second that tells its executions from ticks and from those of other backfills
 */
public record Backfill(Instant from, Instant to, long maxRunning, long nanos) {
    /** As many as anybody can want at a time; each is remembered until it ends. */
    public static final long MOST_RUNNING = 500;

    private static final long A_SECOND = 1_000_000_000;

    static Backfill read(Fields f) {
        return new Backfill(
                f.required("from", f.instant("from")),
                f.required("to", f.instant("to")),
                f.number("maxRunning", 1, 1, MOST_RUNNING),
                f.required("nanos", f.number("nanos", 1, A_SECOND - 1)));
    }

    static void write(Backfill b, FieldWriter out) {
        out.instant("from", b.from)
                .instant("to", b.to)
                .number("maxRunning", b.maxRunning)
                .number("nanos", b.nanos);
    }

    /** The instant in the key of the execution that makes up for a nominal one. */
    public Instant execTime(Instant nominal) {
        return nominal.plusNanos(nanos);
    }
}
