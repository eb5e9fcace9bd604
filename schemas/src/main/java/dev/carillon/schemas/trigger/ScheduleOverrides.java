package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.work.Limits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a schedule's ticks deviate from its definition. The fields are part of the marker.
 *
 * @param jitters former jitters, while instants planned with them may still be due
 * @param skipping nominal instants to skip on request, in order
 * @param leftOut ticks that a calendar leaves out, until one record reports them
 * @param backfill the backfill under way; null if there is none
 * @param decidedOnce decided instants of earlier definitions with {@code at}: applied again, they are not due again
 */
public record ScheduleOverrides(
        List<EarlierJitter> jitters,
        List<Instant> skipping,
        @Nullable LeftOut leftOut,
        @Nullable Backfill backfill,
        List<Instant> decidedOnce) {
    public static final ScheduleOverrides NONE = new ScheduleOverrides(List.of(), List.of(), null, null, List.of());

    /** How often a jitter may change within the longest one. */
    public static final int MOST_JITTERS = 16;

    /** How many ticks may be skipped ahead. */
    public static final int MOST_SKIPPED = 100;

    /** How many instants of definitions with {@code at} are kept, the newest ones. */
    public static final int MOST_DECIDED_ONCE = 8;

    static ScheduleOverrides read(Fields f) {
        return new ScheduleOverrides(
                f.objects("jitters", Limits.LIST, EarlierJitter::read),
                f.instants("skipping", Limits.LIST),
                f.object("leftOut", LeftOut::read),
                f.object("backfill", Backfill::read),
                f.instants("decidedOnce", Limits.LIST));
    }

    void write(FieldWriter out) {
        out.objects("jitters", jitters, Limits.LIST, EarlierJitter::write)
                .instants("skipping", skipping, Limits.LIST)
                .object("leftOut", leftOut, LeftOut::write)
                .object("backfill", backfill, Backfill::write)
                .instants("decidedOnce", decidedOnce, Limits.LIST);
    }

    public boolean isEmpty() {
        return jitters.isEmpty() && skipping.isEmpty() && leftOut == null && backfill == null && decidedOnce.isEmpty();
    }

    /** The approximate size of the open executions in a marker, in bytes. */
    public int openSize() {
        return backfill == null ? 0 : backfill.open().size() * 80;
    }

    public ScheduleOverrides withJitters(List<EarlierJitter> earlier) {
        return new ScheduleOverrides(List.copyOf(earlier), skipping, leftOut, backfill, decidedOnce);
    }

    public ScheduleOverrides withBackfill(@Nullable Backfill next) {
        return new ScheduleOverrides(jitters, skipping, leftOut, next, decidedOnce);
    }

    /** Adds an instant to skip, and drops those before {@code over}. */
    public ScheduleOverrides skipping(Instant nominal, Instant over) {
        List<Instant> left = new ArrayList<>(skipping);
        left.removeIf(instant -> instant.isBefore(over));
        left.add(nominal);
        return new ScheduleOverrides(jitters, left.stream().sorted().toList(), leftOut, backfill, decidedOnce);
    }

    public ScheduleOverrides withLeftOut(@Nullable LeftOut next) {
        return new ScheduleOverrides(jitters, skipping, next, backfill, decidedOnce);
    }

    /** Adds a decided instant; drops the oldest if there are too many. */
    public ScheduleOverrides decidedOnce(Instant at) {
        List<Instant> newest = new ArrayList<>(decidedOnce);
        newest.remove(at);
        newest.add(at);
        int first = Math.max(0, newest.size() - MOST_DECIDED_ONCE);
        return withDecidedOnce(newest.subList(first, newest.size()));
    }

    public ScheduleOverrides withDecidedOnce(List<Instant> instants) {
        return new ScheduleOverrides(jitters, skipping, leftOut, backfill, List.copyOf(instants));
    }
}
