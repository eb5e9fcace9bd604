package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.When;
import dev.carillon.schemas.record.Work;
import dev.carillon.trigger.cron.Timing;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parts that many definitions have in common, each held once: a million schedules have a thousand expressions, and their
 * owners, queues and rules for retries are few. One thread owns it.
 */
final class SharedParts {
    /** Beyond that many all are forgotten, so that what is not shared does not stay for ever. */
    private static final int MAX_PARTS = 200_000;
    /** The letter that stands for a hash of the taskId, which makes an expression one schedule's own. */
    private static final Pattern HASH = Pattern.compile("(?<![A-Za-z])[Hh](?![A-Za-z])");

    private final Function<Schedule, Timing> evaluator;
    private final Map<Object, Object> parts = new HashMap<>();
    private final Map<TimingKey, Timing> timings = new HashMap<>();

    private record TimingKey(When when, @Nullable String taskId) {}

    SharedParts() {
        this(Timing::of);
    }

    /** Parts of which the timings come from somewhere else. */
    SharedParts(Function<Schedule, Timing> evaluator) {
        this.evaluator = evaluator;
    }

    /** The timing of the schedule; throws what {@link Timing#of} throws. */
    Timing timing(Schedule schedule) {
        When when = schedule.when();
        if (when.at() != null) {
            return evaluator.apply(schedule); // Each has its own instant.
        }
        String cron = when.cron();
        boolean own = cron != null && HASH.matcher(cron).find();
        TimingKey key = new TimingKey(when, own ? schedule.taskId() : null);
        Timing known = timings.get(key);
        if (known == null) {
            known = evaluator.apply(schedule);
            if (timings.size() >= MAX_PARTS) {
                timings.clear();
            }
            timings.put(key, known);
        }
        return known;
    }

    /** An equal schedule whose parts are shared. */
    Schedule compact(Schedule schedule) {
        When when = schedule.when();
        Work work = schedule.work();
        return schedule.withParts(
                optional(schedule.description()),
                optional(schedule.owner()),
                when.at() == null ? one(when) : when,
                new Work(
                        one(work.type()),
                        one(work.queue()),
                        work.priority(),
                        one(work.timeout()),
                        work.payload(),
                        work.shards(),
                        one(work.retry()),
                        work.ifWorkerDies(),
                        work.name(),
                        one(work.labels())),
                one(schedule.missed()));
    }

    private @Nullable String optional(@Nullable String part) {
        return part == null ? null : one(part);
    }

    @SuppressWarnings("unchecked") // Equal parts are of one type.
    private <T> T one(T part) {
        Object known = parts.get(part);
        if (known != null) {
            return (T) known;
        }
        if (parts.size() >= MAX_PARTS) {
            parts.clear();
        }
        parts.put(part, part);
        return part;
    }
}
