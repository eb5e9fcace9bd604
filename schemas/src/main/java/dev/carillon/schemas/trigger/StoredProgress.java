package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.work.Limits;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The history of a schedule's ticks, as far as later ticks depend on it. The fields are part of the marker.
 *
 * @param runs how many ticks became tasks
 * @param failures how many of the last ones failed in a row
 * @param open keys of executions without an outcome
 * @param openUntil when these stop blocking, even without an outcome
 * @param waiting nominal instants of ticks that wait for their outcomes
 * @param next the next instant of a schedule with {@code afterEnd}
 * @param dependencies the known ends of the schedules that it depends on
 */
public record StoredProgress(
        long runs,
        long failures,
        List<String> open,
        @Nullable Instant openUntil,
        List<String> waiting,
        @Nullable Instant next,
        @Nullable DependencyProgress dependencies) {
    private static final int MAX_INSTANT = 64;

    public static final StoredProgress NOTHING = new StoredProgress(0, 0, List.of(), null, List.of(), null, null);

    static StoredProgress read(Fields f) {
        return new StoredProgress(
                f.number("runs", 0, 0, Long.MAX_VALUE),
                f.number("failures", 0, 0, Long.MAX_VALUE),
                f.texts("open", Limits.LIST, Limits.KEY),
                f.instant("openUntil"),
                f.texts("waiting", Limits.PARTITIONS, MAX_INSTANT),
                f.instant("next"),
                f.object("dependencies", DependencyProgress::read));
    }

    void write(FieldWriter out) {
        out.number("runs", runs, 0, Long.MAX_VALUE)
                .numberUnless(0, "failures", failures, 0, Long.MAX_VALUE)
                .texts("open", open, Limits.LIST, Limits.KEY)
                .instant("openUntil", openUntil)
                .texts("waiting", waiting, Limits.PARTITIONS, MAX_INSTANT)
                .instant("next", next)
                .object("dependencies", dependencies, DependencyProgress::write);
    }
}
