package dev.carillon.timing.cron;

import dev.carillon.schemas.schedule.Schedule;
import java.time.Instant;
import java.util.Optional;

/** A schedule's own timing, which counts the calls for a next instant. */
public final class WatchedTiming {
    private final Timing sound;
    private final Timing watched;
    private long looks;

    public WatchedTiming(Schedule schedule) {
        sound = Timing.of(schedule);
        watched = new Timing(
                sound,
                new Timing.Ticks() {
                    @Override
                    public Optional<Instant> next(Instant after) {
                        looks++;
                        return sound.next(after);
                    }

                    @Override
                    public long count(Instant after, Instant upTo) {
                        return sound.count(after, upTo);
                    }
                },
                schedule.when());
    }

    public Timing timing() {
        return watched;
    }

    public long looks() {
        return looks;
    }
}
