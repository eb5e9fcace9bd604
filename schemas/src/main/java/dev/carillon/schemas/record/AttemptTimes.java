package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When an attempt should start, started and ended, by the worker's clock.
 *
 * @param scheduled the nominal time of a tick, the notBefore of a delayed task, or the append time
 */
public record AttemptTimes(
        @Nullable Instant scheduled,
        @Nullable Instant started,
        @Nullable Instant finished,
        Map<String, RawJson> rest) {
    public static final AttemptTimes NONE = new AttemptTimes(null, null, null);

    public AttemptTimes(@Nullable Instant scheduled, @Nullable Instant started, @Nullable Instant finished) {
        this(scheduled, started, finished, Map.of());
    }

    static AttemptTimes read(Fields f) {
        return new AttemptTimes(f.instant("scheduled"), f.instant("started"), f.instant("finished"), f.rest());
    }

    static void write(AttemptTimes t, FieldWriter out) {
        out.instant("scheduled", t.scheduled)
                .instant("started", t.started)
                .instant("finished", t.finished)
                .rest(t.rest);
    }
}
