package dev.carillon.schemas.record;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** What becomes of ticks that nobody could dispatch in time. */
public record Missed(MissedPolicy policy, Duration window, int max, Map<String, RawJson> rest) {
    public static final Missed DEFAULT = new Missed(MissedPolicy.LAST, Duration.ofHours(1), 100);

    private static final Duration MIN_WINDOW = Duration.ofSeconds(1);
    private static final Duration MAX_WINDOW = Duration.ofDays(6);
    private static final int MOST = 10_000;

    public Missed(MissedPolicy policy, Duration window, int max) {
        this(policy, window, max, Map.of());
    }

    static Missed read(Fields f) {
        return new Missed(
                Objects.requireNonNullElse(f.choice("policy", MissedPolicy.class), DEFAULT.policy),
                Objects.requireNonNullElse(f.duration("window", MIN_WINDOW, MAX_WINDOW), DEFAULT.window),
                (int) f.number("max", DEFAULT.max, 1, MOST),
                f.rest());
    }

    static void write(Missed m, FieldWriter out) {
        out.choice("policy", m.policy)
                .duration("window", m.window, MIN_WINDOW, MAX_WINDOW)
                .number("max", m.max, 1, MOST)
                .rest(m.rest);
    }
}
