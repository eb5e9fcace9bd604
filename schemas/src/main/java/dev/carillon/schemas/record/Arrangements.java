package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to become of a schedule's ticks beyond what its definition says. Its fields stand in the marker itself.
 *
 * @param jitters those it had before, while instants of them may still be due
 * @param skipping nominal instants that somebody asked to skip, in order
 * @param leftOut ticks that a calendar leaves out, until they are one record
 * @param backfill the one that is under way
 * @param decidedOnce instants of earlier definitions with {@code at} that are decided: given again, they are not due again
 */
public record Arrangements(
        List<EarlierJitter> jitters,
        List<Instant> skipping,
        @Nullable LeftOut leftOut,
        @Nullable Backfill backfill,
        List<Instant> decidedOnce) {
    public static final Arrangements NONE = new Arrangements(List.of(), List.of(), null, null, List.of());

    /** As often as a jitter may change within the longest one. */
    public static final int MOST_JITTERS = 16;

    /** As many ticks as may be skipped ahead. */
    public static final int MOST_SKIPPED = 100;

    /** As many instants of definitions with {@code at} as are remembered, the newest. */
    public static final int MOST_DECIDED_ONCE = 8;

    static Arrangements read(Fields f) {
        return new Arrangements(
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

    /** About how many bytes the executions take in a marker that are remembered one by one. */
    public int openSize() {
        return backfill == null ? 0 : backfill.open().size() * 80;
    }

    public Arrangements withJitters(List<EarlierJitter> earlier) {
        return new Arrangements(List.copyOf(earlier), skipping, leftOut, backfill, decidedOnce);
    }

    public Arrangements withBackfill(@Nullable Backfill next) {
        return new Arrangements(jitters, skipping, leftOut, next, decidedOnce);
    }

    /** One more instant to skip; those before a time are over. */
    public Arrangements skipping(Instant nominal, Instant over) {
        List<Instant> left = new ArrayList<>(skipping);
        left.removeIf(instant -> instant.isBefore(over));
        left.add(nominal);
        return new Arrangements(jitters, left.stream().sorted().toList(), leftOut, backfill, decidedOnce);
    }

    public Arrangements withLeftOut(@Nullable LeftOut next) {
        return new Arrangements(jitters, skipping, next, backfill, decidedOnce);
    }

    /** One more instant that is decided; the oldest of too many is forgotten. */
    public Arrangements decidedOnce(Instant at) {
        List<Instant> newest = new ArrayList<>(decidedOnce);
        newest.remove(at);
        newest.add(at);
        int first = Math.max(0, newest.size() - MOST_DECIDED_ONCE);
        return withDecidedOnce(newest.subList(first, newest.size()));
    }

    public Arrangements withDecidedOnce(List<Instant> instants) {
        return new Arrangements(jitters, skipping, leftOut, backfill, List.copyOf(instants));
    }
}
