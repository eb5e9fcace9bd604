package dev.carillon.schemas.work;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.util.Map;
import java.util.Objects;

/** How an execution splits into sub-executions, and how many of them must succeed. */
public record Shards(int count, Need need, Map<String, RawJson> rest) {
    /** How many sub-executions make the whole a success. */
    public enum Need {
        ALL,
        QUORUM,
        ANY
    }

    public Shards(int count, Need need) {
        this(count, need, Map.of());
    }

    static Shards read(Fields f) {
        return new Shards(
                (int) f.required("count", f.number("count", 1, Limits.SHARDS)).longValue(),
                Objects.requireNonNullElse(f.choice("need", Need.class), Need.ALL),
                f.rest());
    }

    static void write(Shards s, FieldWriter out) {
        out.number("count", s.count, 1, Limits.SHARDS).choice("need", s.need).rest(s.rest);
    }
}
