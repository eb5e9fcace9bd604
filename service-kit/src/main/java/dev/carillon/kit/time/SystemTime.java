package dev.carillon.kit.time;

import java.time.Clock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The only class that reads the wall clock and the monotonic clock and sleeps; all other code gets these as parameters.
 */
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

    /** A pause that is not rounded to milliseconds and may return early, so the caller has to check again. */
    public static Pause finePause() {
        return time -> {
            LockSupport.parkNanos(time.toNanos());
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        };
    }
}
