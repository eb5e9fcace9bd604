package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.util.Map;

/** The trigger's progress, written in the transaction of every slice: it never moves back. */
public record Watermark(String shard, Reached reached, Positions positions, Map<String, RawJson> rest) {
    public static final int V = 1;

    public static Watermark read(Fields f) {
        Versions.check(f, V);
        return new Watermark(
                f.requiredWord("shard", 50),
                f.required("reached", f.object("reached", Reached::read)),
                f.required("positions", f.object("positions", Positions::read)),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V)
                .text("shard", shard)
                .object("reached", reached, Reached::write)
                .object("positions", positions, Positions::write)
                .rest(rest);
    }
}
