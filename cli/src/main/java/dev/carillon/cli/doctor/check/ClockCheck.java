package dev.carillon.cli.doctor.check;

import dev.carillon.cli.doctor.fact.ClockReading;
import dev.carillon.cli.doctor.finding.Finding;
import dev.carillon.cli.doctor.finding.FindingKind;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.schemas.state.AgreedDurations;
import java.time.Duration;
import java.util.List;

/** Judges whether this machine's clock agrees with the cluster's. */
public final class ClockCheck {
    private static final Duration WARNED = Duration.ofSeconds(1);
    private static final String FIX =
            "let NTP set the clocks of this machine and the brokers: timedatectl set-ntp true, or chronyc makestep";

    private ClockCheck() {}

    public static List<Finding> judge(ClockReading reading) {
        Duration ahead = reading.ahead();
        // The uncertainty is subtracted: a slow answer must not look like a wrong clock.
        Duration sure = ahead.abs().minus(reading.unsure());
        String offset = TextPieces.duration(ahead) + (ahead.isNegative() ? " behind" : " ahead of") + " the cluster's";
        if (sure.compareTo(AgreedDurations.CLOCK_BOUND) > 0) {
            return List.of(FindingKind.CLOCK_OFF.found(
                    "this machine's clock is " + offset + "; at most 2 s are allowed", FIX));
        }
        if (sure.compareTo(WARNED) > 0) {
            return List.of(FindingKind.CLOCK_DRIFTS.found("this machine's clock is " + offset, FIX));
        }
        return List.of(Finding.good("this machine's clock is " + offset + " (at most 2 s are allowed)"));
    }
}
