package dev.carillon.trigger.definition;

import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.schemas.work.WorkBuilder;
import dev.carillon.timing.cron.Timing;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps equal parts of definitions in memory only once: a million schedules may have a thousand expressions, and few
 * owners, queues and retry rules. One thread owns it.
 */
public final class SharedParts {
    /** At this number all parts are dropped, so that those which are not shared do not fill the memory. */
    private static final int MAX_PARTS = 200_000;
    /** The letter H stands for a hash of the taskId, so such an expression has another timing for each schedule. */
    private static final Pattern HASH = Pattern.compile("(?<![A-Za-z])[Hh](?![A-Za-z])");

    private final Function<Schedule, Timing> evaluator;
    private final Map<Object, Object> parts = new HashMap<>();
    /** By identity, as its keys are shared parts: comparing them would be slow. */
    private final IdentityHashMap<FiringRule, Timing> timings = new IdentityHashMap<>();

    private final Map<TimingKey, Timing> ownTimings = new HashMap<>();
    /** Common to all decoding threads, so that equal timings are the same object and are found fast in the index. */
    private final ConcurrentMap<Timing, Timing> sharedTimings;

    private record TimingKey(FiringRule when, String taskId) {}

    public SharedParts() {
        this(new ConcurrentHashMap<>());
    }

    /** Parts that share their timings with other threads. */
    public SharedParts(ConcurrentMap<Timing, Timing> sharedTimings) {
        this(Timing::of, sharedTimings);
    }

    /** Parts with timings from another evaluator. */
    public SharedParts(Function<Schedule, Timing> evaluator) {
        this(evaluator, new ConcurrentHashMap<>());
    }

    private SharedParts(Function<Schedule, Timing> evaluator, ConcurrentMap<Timing, Timing> sharedTimings) {
        this.evaluator = evaluator;
        this.sharedTimings = sharedTimings;
    }

    /** The timing of the schedule; throws what {@link Timing#of} throws. */
    Timing timing(Schedule schedule) {
        FiringRule when = schedule.when();
        if (when.at() != null) {
            return evaluator.apply(schedule); // Single instants are rarely equal.
        }
        FiringRule shared = one(when);
        Timing known = timings.get(shared);
        if (known != null) {
            return known;
        }
        String cron = when.cron();
        if (cron != null && HASH.matcher(cron).find()) {
            return own(new TimingKey(shared, schedule.taskId()), schedule);
        }
        Timing made = evaluator.apply(schedule);
        if (sharedTimings.size() >= MAX_PARTS) {
            sharedTimings.clear();
        }
        Timing first = sharedTimings.putIfAbsent(made, made);
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

    /** An equal schedule with shared parts, which does not keep the record in memory that it was read from. */
    Schedule compact(Schedule schedule) {
        FiringRule when = schedule.when();
        Work work = schedule.work();
        return schedule.withParts(
                optional(schedule.description()),
                optional(schedule.owner()),
                when.at() == null ? one(when) : when,
                WorkBuilder.builder(work)
                        .type(one(work.type()))
                        .queue(one(work.queue()))
                        .timeout(one(work.timeout()))
                        .payload( // Not compacted, it would keep the whole record in memory.
                                work.payload().compact())
                        .retry(one(work.retry()))
                        .labels(one(work.labels()))
                        .build(),
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
