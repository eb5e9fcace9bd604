package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ClientMark;
import dev.carillon.schemas.key.ExecTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A past range whose instants become executions, and how far that has come.
 *
 * @param from the first instant that may be made up for
 * @param to the first that is not
 * @param maxRunning how many of them may be without an outcome at a time
 * @param nanos the part of a second that tells its executions from ticks and from those of other backfills
 * @param next instants before this one are decided
 * @param planned how many instants the range had when it was ordered
 * @param made how many of them became executions so far
 * @param leftOut how many of them became none, as their day does not count
 * @param open those without an outcome, in the order in which they were made
 */
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
    /** As many as anybody can want at a time; each is remembered until it ends. */
    public static final long MOST_RUNNING = 1_000;

    /** What holds for a command that does not say. */
    public static final long USUALLY_RUNNING = 10;

    /** All of them are counted when a backfill is ordered, between two ticks. */
    public static final int MOST_INSTANTS = 50_000;

    private static final long A_SECOND = 1_000_000_000;

    /**
     * One of its executions.
     *
     * @param at its nominal instant
     * @param until when it takes up a place no longer, outcome or not
     */
    public record Open(Instant at, Instant until) {
        static Open read(Fields f) {
            return new Open(f.required("at", f.instant("at")), f.required("until", f.instant("until")));
        }

        static void write(Open o, FieldWriter out) {
            out.instant("at", o.at).instant("until", o.until);
        }
    }

    /** One of which nothing is made yet. */
    public static Backfill ordered(Instant from, Instant to, long maxRunning, long nanos, long planned) {
        return new Backfill(from, to, maxRunning, nanos, from, planned, 0, 0, List.of());
    }

    /**
     * The fraction of a second that belongs to the command at an offset of {@code control}; never nothing. Counted down, as
     * whoever adds a nanosecond to a whole second by hand counts up.
     */
    public static long nanosOf(long offset) {
        return A_SECOND - 1 - offset % (A_SECOND - 1);
    }

    static Backfill read(Fields f) {
        Instant from = f.required("from", f.instant("from"));
        return new Backfill(
                from,
                f.required("to", f.instant("to")),
                f.number("maxRunning", 1, 1, MOST_RUNNING),
                f.required("nanos", f.number("nanos", 1, A_SECOND - 1)),
                Objects.requireNonNullElse(f.instant("next"), from),
                f.number("planned", 0, 0, Long.MAX_VALUE),
                f.number("made", 0, 0, Long.MAX_VALUE),
                f.number("leftOut", 0, 0, Long.MAX_VALUE),
                f.objects("open", Limits.LIST, Open::read));
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

    /** What stands in the key of the execution that makes up for a nominal instant; no other backfill makes the same. */
    public ExecTime execTime(Instant nominal) {
        return new ExecTime(nominal.plusNanos(nanos), ClientMark.ofNumber(nanos), null);
    }

    /** Whether all its instants are decided. */
    public boolean isDecided() {
        return !next.isBefore(to);
    }

    /** Whether nothing is left to do or to wait for. */
    public boolean isOver() {
        return isDecided() && open.isEmpty();
    }

    /** Whether one more execution may be made. */
    public boolean mayGoOn() {
        return !isDecided() && open.size() < maxRunning;
    }

    /** How many instants are not decided yet, as far as was known when it was ordered. */
    public long remaining() {
        return isDecided() ? 0 : Math.max(0, planned - made - leftOut);
    }

    /** When the first of those that are open takes up a place no longer; null if none is open. */
    public @Nullable Instant expires() {
        return open.stream().map(Open::until).min(Instant::compareTo).orElse(null);
    }

    /** An instant has become an execution. */
    public Backfill made(Instant nominal, Instant until) {
        List<Open> more = new ArrayList<>(open);
        more.add(new Open(nominal, until));
        return with(nominal.plusSeconds(1), made + 1, leftOut, more);
    }

    /** An instant becomes none. */
    public Backfill leftOut(Instant nominal) {
        return with(nominal.plusSeconds(1), made, leftOut + 1, open);
    }

    /** No instant is left. */
    public Backfill decided() {
        return with(to, made, leftOut, open);
    }

    /** One of its executions has ended; empty if it is none of those that are open. */
    public Optional<Backfill> ended(Instant execTime) {
        List<Open> left = open.stream()
                .filter(one -> !execTime(one.at()).instant().equals(execTime))
                .toList();
        return left.size() == open.size() ? Optional.empty() : Optional.of(with(next, made, leftOut, left));
    }

    /** Those whose time is over take up no place any more. */
    public Backfill expired(Instant upTo) {
        return with(
                next,
                made,
                leftOut,
                open.stream().filter(one -> one.until().isAfter(upTo)).toList());
    }

    private Backfill with(Instant reached, long madeNow, long leftOutNow, List<Open> openNow) {
        return new Backfill(from, to, maxRunning, nanos, reached, planned, madeNow, leftOutNow, List.copyOf(openNow));
    }
}
