package dev.carillon.schemas.schedule;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.VersionField;
import java.util.Map;
import java.util.Objects;

/** A setting of the cluster that is kept in Kafka, for example the default routing. */
public record Setting(String name, RawJson value, Map<String, RawJson> rest) {
    public static final int V = 1;

    public static Setting read(Fields f) {
        VersionField.check(f, V);
        return new Setting(
                f.requiredWord("name", Limits.NAME),
                Objects.requireNonNullElse(f.raw("value", Limits.RESULT_DATA_BYTES), RawJson.NULL),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V, V, V)
                .word("name", name, Limits.NAME)
                .raw("value", value, Limits.RESULT_DATA_BYTES)
                .rest(rest);
    }
}
