package dev.carillon.insight.schedule;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.work.NamedRange;
import java.time.Duration;
import java.time.Instant;

/** How long a preview may be, over REST and on the command line. */
public final class PreviewLimits {
    public static final int MOST = 1_000;
    public static final int USUALLY = 100;
    public static final Duration LONGEST = Duration.ofDays(3_660);

    private PreviewLimits() {}

    /** Refuses a range that is empty or longer than {@link #LONGEST}. */
    public static void checkRange(String fromName, String toName, Instant from, Instant to) {
        new NamedRange(fromName, from, toName, to).checkOrder();
        if (Duration.between(from, to).compareTo(LONGEST) > 0) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    toName,
                    to + " lies more than " + LONGEST.toDays() + " days after " + fromName + " " + from,
                    "choose a shorter range");
        }
    }
}
