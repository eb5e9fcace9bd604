package dev.carillon.kit.time;

import java.time.Clock;
import java.util.concurrent.TimeUnit;

/** The one class that reads the wall clock and the monotonic clock and sleeps; everybody else is handed these. */
@TouchesTheSystem
public final class SystemTime {
    private SystemTime() {}

    /** The wall clock, in UTC. */
    public static Clock clock() {
        return Clock.systemUTC();
    }

    public static Ticker ticker() {
        return System::nanoTime;
    }

    public static Pause pause() {
        return time -> TimeUnit.NANOSECONDS.sleep(Math.max(0, time.toNanos()));
    }
}
