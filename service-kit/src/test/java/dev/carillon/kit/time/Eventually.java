package dev.carillon.kit.time;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** Polls for a condition that can't be awaited otherwise; no other test code polls. */
public final class Eventually {
    private static final Duration LOOK_EVERY = Duration.ofMillis(5);

    private Eventually() {}

    /** Returns when the condition holds; fails with its name if the deadline passes before, or if it keeps throwing. */
    public static void that(String description, Duration within, Callable<Boolean> condition) {
        Deadline deadline = Deadline.in(within);
        Throwable last = null;
        while (true) {
            boolean lastLook = deadline.isOver();
            try {
                if (condition.call()) {
                    return;
                }
                last = null;
            } catch (Exception | AssertionError e) {
                last = e;
            }
            if (lastLook) {
                throw notInTime(description, within, last);
            }
            rest(description);
        }
    }

    private static AssertionError notInTime(String description, Duration within, @Nullable Throwable last) {
        String why = last == null ? "" : "; the last look ended with " + last;
        return new AssertionError("not within " + within + ": " + description + why, last);
    }

    private static void rest(String description) {
        try {
            SystemTime.pause().forAtMost(LOOK_EVERY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for: " + description, e);
        }
    }
}
