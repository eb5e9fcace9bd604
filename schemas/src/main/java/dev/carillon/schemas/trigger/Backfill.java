package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ClientMark;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.work.Limits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A past range whose instants become executions, and its progress.
 *
 * @param from the first instant that may become an execution
 * @param to the first instant after the range
 * @param maxRunning how many of its executions may be open at a time
 * @param nanos the fraction of a second in its execTimes, which differs from ticks and from other backfills
 * @param next instants before this one are decided
 * @param planned how many instants the range had when it was ordered
 * @param made how many of them became executions so far
 * @param leftOut how many of them became none, as the calendar excludes their day
 * @param open its executions without an outcome, in the order of their creation
 */
@RecordBuilder
public record Backfill(
        Instant from,
        Instant to,
        long maxRunning,
        long nanos,
        Instant next,
        long planned,
        long made,
        long leftOut,
        List<Open> open) {
    /** The limit of open executions, as the marker holds each of them. */
    public static final long MOST_RUNNING = 1_000;

    /** The default for commands without {@code maxRunning}. */
    public static final long USUALLY_RUNNING = 10;

    /** The limit of instants, as the trigger counts them all between two ticks when it gets the command. */
    public static final int MOST_INSTANTS = 50_000;

    private static final long A_SECOND = 1_000_000_000;

    /**
     * One of its executions.
     *
     * @param at its nominal instant
     * @param until when it stops counting as open, even without an outcome
     */
    public record Open(Instant at, Instant until) {
        static Open read(Fields f) {
            return new Open(f.required("at", f.instant("at")), f.required("until", f.instant("until")));
        }

        static void write(Open o, FieldWriter out) {
            out.instant("at", o.at).instant("until", o.until);
        }
    }

    /** A backfill of which no instant is decided yet. */
    public static Backfill ordered(Instant from, Instant to, long maxRunning, long nanos, long planned) {
        return BackfillBuilder.builder()
                .from(from)
                .to(to)
                .maxRunning(maxRunning)
                .nanos(nanos)
                .next(from)
                .planned(planned)
                .open(List.of())
                .build();
    }

    /**
     * The fraction of a second for the command at an offset of {@code control}; never zero. It counts down from the end
     * of the second, because clients that avoid whole seconds add a nanosecond.
     */
    public static long nanosOf(long offset) {
        return A_SECOND - 1 - offset % (A_SECOND - 1);
    }

    static Backfill read(Fields f) {
        Instant from = f.required("from", f.instant("from"));
        return BackfillBuilder.builder()
                .from(from)
                .to(f.required("to", f.instant("to")))
                .maxRunning(f.number("maxRunning", 1, 1, MOST_RUNNING))
                .nanos(f.required("nanos", f.number("nanos", 1, A_SECOND - 1)))
                .next(Objects.requireNonNullElse(f.instant("next"), from))
                .planned(f.number("planned", 0, 0, Long.MAX_VALUE))
                .made(f.number("made", 0, 0, Long.MAX_VALUE))
                .leftOut(f.number("leftOut", 0, 0, Long.MAX_VALUE))
                .open(f.objects("open", Limits.LIST, Open::read))
                .build();
    }

    static void write(Backfill b, FieldWriter out) {
        out.instant("from", b.from)
                .instant("to", b.to)
                .number("maxRunning", b.maxRunning, 1, MOST_RUNNING)
                .number("nanos", b.nanos, 1, A_SECOND - 1)
                .instant("next", b.next.equals(b.from) ? null : b.next)
                .numberUnless(0, "planned", b.planned, 0, Long.MAX_VALUE)
                .numberUnless(0, "made", b.made, 0, Long.MAX_VALUE)
                .numberUnless(0, "leftOut", b.leftOut, 0, Long.MAX_VALUE)
                .objects("open", b.open, Limits.LIST, Open::write);
    }

    /** The execTime of the execution for a nominal instant; no other backfill makes the same. */
    public ExecTime execTime(Instant nominal) {
        return new ExecTime(nominal.plusNanos(nanos), ClientMark.ofNumber(nanos), null);
    }

    /** Whether all its instants are decided. */
    public boolean isDecided() {
        return !next.isBefore(to);
    }

    /** Whether all instants are decided and no execution is open. */
    public boolean isOver() {
        return isDecided() && open.isEmpty();
    }

    /** Whether one more execution may be created. */
    public boolean mayGoOn() {
        return !isDecided() && open.size() < maxRunning;
    }

    /** How many planned instants are not decided yet. */
    public long remaining() {
        return isDecided() ? 0 : Math.max(0, planned - made - leftOut);
    }

    /** When the next open execution stops counting as open; null if none is open. */
    public @Nullable Instant expires() {
        return open.stream().map(Open::until).min(Instant::compareTo).orElse(null);
    }

    /** The backfill after an instant has become an execution. */
    public Backfill made(Instant nominal, Instant until) {
        List<Open> more = new ArrayList<>(open);
        more.add(new Open(nominal, until));
        return with(nominal.plusSeconds(1), made + 1, leftOut, more);
    }

    /** The backfill after an instant was left out. */
    public Backfill leftOut(Instant nominal) {
        return with(nominal.plusSeconds(1), made, leftOut + 1, open);
    }

    /** The backfill after its last instant was decided. */
    public Backfill decided() {
        return with(to, made, leftOut, open);
    }

    /** The backfill after an execution has ended; empty if that is none of the open ones. */
    public Optional<Backfill> ended(Instant execTime) {
        List<Open> left = open.stream()
                .filter(one -> !execTime(one.at()).instant().equals(execTime))
                .toList();
        return left.size() == open.size() ? Optional.empty() : Optional.of(with(next, made, leftOut, left));
    }

    /** The backfill without the open executions whose time is over. */
    public Backfill expired(Instant upTo) {
        return with(
                next,
                made,
                leftOut,
                open.stream().filter(one -> one.until().isAfter(upTo)).toList());
    }

    private Backfill with(Instant reached, long madeNow, long leftOutNow, List<Open> openNow) {
        return BackfillBuilder.builder(this)
                .next(reached)
                .made(madeNow)
                .leftOut(leftOutNow)
                .open(List.copyOf(openNow))
                .build();
    }
}
