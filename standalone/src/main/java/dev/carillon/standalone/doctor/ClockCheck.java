package dev.carillon.standalone.doctor;

import dev.carillon.standalone.render.Texts;
import java.time.Duration;
import java.util.List;

/** Whether this machine's clock and the cluster's agree. */
final class ClockCheck {
    private static final Duration BOUND = Duration.ofSeconds(2);
    private static final Duration WARNED = Duration.ofSeconds(1);
    private static final String FIX =
            "let NTP set the clock here and at the brokers: timedatectl set-ntp true, or" + " chronyc makestep";

    private ClockCheck() {}

    static List<Finding> judge(ClockReading reading) {
        Duration ahead = reading.ahead();
        // Only what is beyond doubt counts: a slow answer is no wrong clock.
        Duration sure = ahead.abs().minus(reading.unsure());
        String words = Texts.duration(ahead) + (ahead.isNegative() ? " behind" : " ahead of") + " the cluster's";
        if (sure.compareTo(BOUND) > 0) {
            return List.of(Trouble.CLOCK_OFF.found("this machine's clock is " + words + "; the bound is 2 s", FIX));
        }
        if (sure.compareTo(WARNED) > 0) {
            return List.of(Trouble.CLOCK_DRIFTS.found("this machine's clock is " + words, FIX));
        }
        return List.of(Finding.good("this machine's clock is " + words + " (2 s are allowed)"));
    }
}
