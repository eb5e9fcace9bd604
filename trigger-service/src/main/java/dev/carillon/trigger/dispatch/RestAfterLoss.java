package dev.carillon.trigger.dispatch;

import dev.carillon.trigger.dispatch.failure.ClockBehind;
import dev.carillon.trigger.dispatch.failure.MayNotLead;
import java.time.Duration;
import java.util.Random;

/** How long an instance rests after an error has ended its term. */
final class RestAfterLoss {
    private static final Duration SHORTEST = Duration.ofMillis(200);
    /** For errors that only an operator can resolve. */
    private static final Duration LONGEST = Duration.ofSeconds(10);

    private static final int SPREAD_MS = 800;

    private RestAfterLoss() {}

    private static Duration least(RuntimeException why) {
        if (why instanceof ClockBehind behind) {
            // By then a clock that is only a little behind has caught up, and another instance can lead meanwhile.
            return behind.by().compareTo(LONGEST) < 0 ? behind.by() : LONGEST;
        }
        return why instanceof MayNotLead ? LONGEST : SHORTEST;
    }

    static Duration after(RuntimeException why, Random random) {
        return least(why).plusMillis(random.nextInt(SPREAD_MS));
    }
}
