package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.When;
import dev.carillon.schemas.record.Work;
import dev.carillon.trigger.cron.Timing;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
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
    /** By parts that are shared already, so that nothing has to be compared. */
    private final IdentityHashMap<When, Timing> timings = new IdentityHashMap<>();

    private final Map<TimingKey, Timing> ownTimings = new HashMap<>();
    /** One for all who read definitions: what is equal is found by identity where schedules are put in their places. */
    private final ConcurrentMap<Timing, Timing> everybodys;

    private record TimingKey(When when, String taskId) {}

    SharedParts() {
        this(new ConcurrentHashMap<>());
    }

    /** Parts of which the timings are the same objects as those of others. */
    SharedParts(ConcurrentMap<Timing, Timing> everybodys) {
        this(Timing::of, everybodys);
    }

    /** Parts of which the timings come from somewhere else. */
    SharedParts(Function<Schedule, Timing> evaluator) {
        this(evaluator, new ConcurrentHashMap<>());
    }

    private SharedParts(Function<Schedule, Timing> evaluator, ConcurrentMap<Timing, Timing> everybodys) {
        this.evaluator = evaluator;
        this.everybodys = everybodys;
    }

    /** The timing of the schedule; throws what {@link Timing#of} throws. */
    Timing timing(Schedule schedule) {
        When when = schedule.when();
        if (when.at() != null) {
            return evaluator.apply(schedule); // Each has its own instant.
        }
        When shared = one(when);
        Timing known = timings.get(shared);
        if (known != null) {
            return known;
        }
        String cron = when.cron();
        if (cron != null && HASH.matcher(cron).find()) {
            return own(new TimingKey(shared, schedule.taskId()), schedule);
        }
        Timing made = evaluator.apply(schedule);
        if (everybodys.size() >= MAX_PARTS) {
            everybodys.clear();
        }
        Timing first = everybodys.putIfAbsent(made, made);
        timings.put(shared, first == null ? made : first);
        return first == null ? made : first;
    }

    private Timing own(TimingKey key, Schedule schedule) {
        Timing known = ownTimings.get(key);
        if (known == null) {
            known = evaluator.apply(schedule);
            if (ownTimings.size() >= MAX_PARTS) {
                ownTimings.clear();
            }
            ownTimings.put(key, known);
        }
        return known;
    }

    /** An equal schedule whose parts are shared, and which keeps nothing of the record that it was read from. */
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
                        // As it was read it would keep the whole record in memory.
                        work.payload().compact(),
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
            timings.clear();
        }
        parts.put(part, part);
        return part;
    }
}
