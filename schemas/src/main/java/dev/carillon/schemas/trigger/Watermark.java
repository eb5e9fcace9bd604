package dev.carillon.schemas.trigger;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.VersionField;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The trigger's progress, written in the transaction of every slice; it never moves back.
 *
 * @param gap set while a gap without a leader is decided; no input is applied meanwhile
 * @param outcome set while an outcome that takes more than one slice is applied; no other input is applied meanwhile
 * @param idle how often the trigger writes it while nothing is due; null from older triggers
 */
public record Watermark(
        String shard,
        DecidedUpTo reached,
        InputPositions positions,
        @Nullable GapCursor gap,
        @Nullable OutcomeCursor outcome,
        @Nullable Duration idle,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    /** The trigger has one shard. */
    public static final String ONLY_SHARD = "0";

    private static final int MAX_SHARD = 50;
    private static final Duration MIN_IDLE = Duration.ofSeconds(1);
    private static final Duration MAX_IDLE = Duration.ofHours(1);

    /** A watermark between two outcomes. */
    public Watermark(
            String shard,
            DecidedUpTo reached,
            InputPositions positions,
            @Nullable GapCursor gap,
            Map<String, RawJson> rest) {
        this(shard, reached, positions, gap, null, null, rest);
    }

    /** The record's key in {@code trigger-state}; taskIds have no slash. */
    public static String recordKey(String shard) {
        return "shard/" + shard;
    }

    public static Watermark read(Fields f) {
        VersionField.check(f, V);
        return new Watermark(
                f.requiredWord("shard", MAX_SHARD),
                f.required("reached", f.object("reached", DecidedUpTo::read)),
                f.required("positions", f.object("positions", InputPositions::read)),
                f.object("gap", GapCursor::read),
                f.object("outcome", OutcomeCursor::read),
                f.duration("idle", MIN_IDLE, MAX_IDLE),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .word("shard", shard, MAX_SHARD)
                .object("reached", reached, DecidedUpTo::write)
                .object("positions", positions, InputPositions::write)
                .object("gap", gap, GapCursor::write)
                .object("outcome", outcome, OutcomeCursor::write)
                .duration("idle", idle, MIN_IDLE, MAX_IDLE)
                .rest(rest);
    }
}
