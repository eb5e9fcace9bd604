package dev.carillon.cli.frame;

import dev.carillon.schemas.duration.DurationText;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Duration;

/** Refuses values of options that are outside their limits. */
public final class OptionLimits {
    private OptionLimits() {}

    public static int within(String option, int value, int min, int max) {
        return (int) within(option, (long) value, min, max);
    }

    public static long within(String option, long value, long min, long max) {
        if (value < min || value > max) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    option,
                    value + " is not between " + min + " and " + max,
                    "choose a value in that range");
        }
        return value;
    }

    public static Duration within(String option, Duration value, Duration min, Duration max) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    option,
                    DurationText.format(value) + " is not between " + DurationText.format(min) + " and "
                            + DurationText.format(max),
                    "choose a value in that range");
        }
        return value;
    }
}
