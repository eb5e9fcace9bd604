package dev.carillon.schemas.json;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Duration;

/** Durations in fields and options, refused with the name of the field. */
public final class Durations {
    private Durations() {}

    public static Duration parse(String field, String text) {
        return DurationText.parse(text)
                .orElseThrow(() -> new ContractException(
                        ErrorCode.OUT_OF_RANGE,
                        field,
                        ContractException.shown(text) + " is not a duration",
                        "write it like 250ms, 10s, 5m, 1h30m or 6d"));
    }

    static Duration checkRange(String field, Duration duration, Duration min, Duration max) {
        if (duration.compareTo(min) < 0 || duration.compareTo(max) > 0) {
            throw FieldRefusals.range(
                    field, DurationText.format(duration), DurationText.format(min), DurationText.format(max));
        }
        return duration;
    }
}
