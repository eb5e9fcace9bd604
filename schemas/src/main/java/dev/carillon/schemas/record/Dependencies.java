package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import java.time.Instant;
import java.util.List;

/**
 * What a schedule that depends on others has heard of them.
 *
 * @param decidedUpTo instants up to here are decided or were never owed
 * @param progress later instants of which some have ended, each as {@code instant bits}: one bit for each of the others, in
 *     the definition's order, as hexadecimal bytes of which the first holds the first eight; an exclamation mark behind it says
 *     that the instant is decided all the same
 * @param finished later instants for which all have ended, each as {@code first} or as {@code first/last} where none between
 *     the two is owed any more
 */
public record Dependencies(Instant decidedUpTo, List<String> progress, List<String> finished) {
    /** Two instants and what stands between them. */
    private static final int STRETCH = 100;

    public Dependencies(Instant decidedUpTo, List<String> progress) {
        this(decidedUpTo, progress, List.of());
    }

    static Dependencies read(Fields f) {
        return new Dependencies(
                f.required("decidedUpTo", f.instant("decidedUpTo")),
                f.texts("progress", Limits.LIST, Limits.KEY),
                f.texts("finished", Limits.LIST, STRETCH));
    }

    static void write(Dependencies d, FieldWriter out) {
        out.instant("decidedUpTo", d.decidedUpTo)
                .texts("progress", d.progress, Limits.LIST, Limits.KEY)
                .texts("finished", d.finished, Limits.LIST, STRETCH);
    }
}
