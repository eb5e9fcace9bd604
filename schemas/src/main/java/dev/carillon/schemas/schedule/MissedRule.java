package dev.carillon.schemas.schedule;

import dev.carillon.schemas.json.FieldWriter;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.RawJson;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

/** What happens to ticks that were not dispatched in time. */
public record MissedRule(MissedPolicy policy, Duration window, int max, Map<String, RawJson> rest) {
    public static final MissedRule DEFAULT = new MissedRule(MissedPolicy.LAST, Duration.ofHours(1), 100);

    private static final Duration MIN_WINDOW = Duration.ofSeconds(1);
    private static final Duration MAX_WINDOW = Duration.ofDays(6);
    private static final int MOST = 10_000;

    public MissedRule(MissedPolicy policy, Duration window, int max) {
        this(policy, window, max, Map.of());
    }

    static MissedRule read(Fields f) {
        return new MissedRule(
                Objects.requireNonNullElse(f.choice("policy", MissedPolicy.class), DEFAULT.policy),
                Objects.requireNonNullElse(f.duration("window", MIN_WINDOW, MAX_WINDOW), DEFAULT.window),
                (int) f.number("max", DEFAULT.max, 1, MOST),
                f.rest());
    }

    static void write(MissedRule m, FieldWriter out) {
        out.choice("policy", m.policy)
                .duration("window", m.window, MIN_WINDOW, MAX_WINDOW)
                .number("max", m.max, 1, MOST)
                .rest(m.rest);
    }
}
