package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a schedule's ticks so far, as much as later ones depend on it. Its fields stand in the marker itself.
 *
 * @param runs how many ticks became tasks
 * @param failures how many of them failed in a row
 * @param open keys of executions without an outcome
 * @param openUntil when they stop blocking all the same
 * @param waiting nominal instants of ticks that wait for one
 * @param next the next instant of a schedule that follows its own ends
 * @param dependencies what was heard of the schedules it depends on
 */
public record Remembered(
        long runs,
        long failures,
        List<String> open,
        @Nullable Instant openUntil,
        List<String> waiting,
        @Nullable Instant next,
        @Nullable Dependencies dependencies) {
    private static final int MAX_INSTANT = 64;

    public static final Remembered NOTHING = new Remembered(0, 0, List.of(), null, List.of(), null, null);

    static Remembered read(Fields f) {
        return new Remembered(
                f.number("runs", 0, 0, Long.MAX_VALUE),
                f.number("failures", 0, 0, Long.MAX_VALUE),
                f.texts("open", Limits.LIST, Limits.KEY),
                f.instant("openUntil"),
                f.texts("waiting", Limits.PARTITIONS, MAX_INSTANT),
                f.instant("next"),
                f.object("dependencies", Dependencies::read));
    }

    void write(FieldWriter out) {
        out.number("runs", runs, 0, Long.MAX_VALUE)
                .numberUnless(0, "failures", failures, 0, Long.MAX_VALUE)
                .texts("open", open, Limits.LIST, Limits.KEY)
                .instant("openUntil", openUntil)
                .texts("waiting", waiting, Limits.PARTITIONS, MAX_INSTANT)
                .instant("next", next)
                .object("dependencies", dependencies, Dependencies::write);
    }
}
