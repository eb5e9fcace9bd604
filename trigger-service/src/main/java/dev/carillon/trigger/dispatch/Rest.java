package dev.carillon.trigger.dispatch;

import java.time.Duration;
import java.util.Random;

/** How long an instance pauses that leads no more. */
final class Rest {
    private static final Duration SHORTEST = Duration.ofMillis(200);
    /** Nothing but somebody's hand can help. */
    private static final Duration HOPELESS = Duration.ofSeconds(10);

    private static final int SPREAD_MS = 800;

    private Rest() {}

    private static Duration least(RuntimeException why) {
        if (why instanceof ClockBehind behind) {
            // After that time a clock that goes on by itself has caught up; and another instance leads meanwhile.
            return behind.by().compareTo(HOPELESS) < 0 ? behind.by() : HOPELESS;
        }
        return why instanceof MayNotLead ? HOPELESS : SHORTEST;
    }

    static Duration after(RuntimeException why, Random random) {
        return least(why).plusMillis(random.nextInt(SPREAD_MS));
    }
}
