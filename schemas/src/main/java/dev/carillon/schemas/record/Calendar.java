package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Days that schedules share: dates and weekdays on which ticks count, or don't. */
public record Calendar(
        String name,
        @Nullable String zone,
        List<String> include,
        List<String> exclude,
        List<String> weekdays,
        Map<String, RawJson> rest) {
    public static final int V = 1;

    public static Calendar read(Fields f) {
        Versions.check(f, V);
        return new Calendar(
                f.requiredText("name", Limits.NAME),
                f.text("zone", 100),
                f.texts("include", 64),
                f.texts("exclude", 64),
                f.texts("weekdays", 16),
                f.rest());
    }

    public void write(FieldWriter out) {
        out.number("v", V)
                .text("name", name)
                .text("zone", zone)
                .texts("include", include)
                .texts("exclude", exclude)
                .texts("weekdays", weekdays)
                .rest(rest);
    }
}
