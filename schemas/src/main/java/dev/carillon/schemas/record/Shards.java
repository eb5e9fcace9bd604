package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import java.util.Objects;

/** How an execution splits into sub-executions, and how many of them must succeed. */
public record Shards(int count, Need need) {
    /** How many sub-executions make the whole a success. */
    public enum Need {
        ALL,
        QUORUM,
        ANY
    }

    static Shards read(Fields f) {
        return new Shards(
                (int) f.required("count", f.number("count", 1, 10_000)).longValue(),
                Objects.requireNonNullElse(f.choice("need", Need.class), Need.ALL));
    }

    static void write(Shards s, FieldWriter out) {
        out.number("count", s.count).choice("need", s.need);
    }
}
