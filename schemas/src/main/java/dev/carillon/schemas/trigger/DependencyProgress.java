package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.work.Limits;
import java.time.Instant;
import java.util.List;

/**
 * For a schedule that depends on others, which instants of those have ended.
 *
 * @param decidedUpTo instants up to here are decided or never had to be
 * @param progress later instants of which some have ended, each as {@code instant bits}: one bit for each of the
 *     others, in the definition's order, as hexadecimal bytes of which the first holds the first eight; a final
 *     exclamation mark means that the instant is decided already
 * @param finished later instants for which all have ended, each as {@code first}, or as a range {@code first/last} in
 *     which no instant is left to decide
 */
public record DependencyProgress(Instant decidedUpTo, List<String> progress, List<String> finished) {
    /** Two instants and a slash. */
    private static final int STRETCH = 100;

    public DependencyProgress(Instant decidedUpTo, List<String> progress) {
        this(decidedUpTo, progress, List.of());
    }

    static DependencyProgress read(Fields f) {
        return new DependencyProgress(
                f.required("decidedUpTo", f.instant("decidedUpTo")),
                f.texts("progress", Limits.LIST, Limits.KEY),
                f.texts("finished", Limits.LIST, STRETCH));
    }

    static void write(DependencyProgress d, FieldWriter out) {
        out.instant("decidedUpTo", d.decidedUpTo)
                .texts("progress", d.progress, Limits.LIST, Limits.KEY)
                .texts("finished", d.finished, Limits.LIST, STRETCH);
    }
}
