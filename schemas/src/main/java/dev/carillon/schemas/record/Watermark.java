package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The trigger's progress, written in the transaction of every slice: it never moves back.
 *
 * @param gap set while a time in which nobody led is being decided; no input is applied meanwhile
 * @param outcome set while an outcome is being applied that is more than one slice holds; no other input is applied meanwhile
 */
public record Watermark(
        String shard,
        Reached reached,
        Positions positions,
        @Nullable GapCursor gap,
        @Nullable OutcomeCursor outcome,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    private static final int MAX_SHARD = 50;

    /** A watermark between two outcomes. */
    public Watermark(
            String shard, Reached reached, Positions positions, @Nullable GapCursor gap, Map<String, RawJson> rest) {
        this(shard, reached, positions, gap, null, rest);
    }

    /** The record's key in {@code trigger-state}: the slash keeps it apart from taskIds. */
    public static String recordKey(String shard) {
        return "shard/" + shard;
    }

    public static Watermark read(Fields f) {
        Versions.check(f, V);
        return new Watermark(
                f.requiredWord("shard", MAX_SHARD),
                f.required("reached", f.object("reached", Reached::read)),
                f.required("positions", f.object("positions", Positions::read)),
                f.object("gap", GapCursor::read),
                f.object("outcome", OutcomeCursor::read),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .word("shard", shard, MAX_SHARD)
                .object("reached", reached, Reached::write)
                .object("positions", positions, Positions::write)
                .object("gap", gap, GapCursor::write)
                .object("outcome", outcome, OutcomeCursor::write)
                .rest(rest);
    }
}
