package dev.carillon.client;

import dev.carillon.client.Applied.Change;
import dev.carillon.kit.config.Nearest;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** The schedules of a cluster: the newest record of every taskId. */
public final class Schedules {
    private static final int ONLY_PARTITION = 0;
    private static final String APPLY = "apply-schedule";
    private static final String PAUSE = "pause-schedule";
    private static final String RESUME = "resume-schedule";
    private static final String DELETE = "delete-schedule";

    private final RecordLog log;
    private final String topic;
    private final Clock clock;
    private final NotInForce notInForce;

    public Schedules(RecordLog log, TopicNames names, Clock clock) {
        this(log, names, clock, new NotInForce(names));
    }

    /** With what was read of the trigger's memory before, so that the next call only reads on. */
    public Schedules(RecordLog log, TopicNames names, Clock clock, NotInForce notInForce) {
        this.log = log;
        this.topic = names.schedules();
        this.clock = clock;
        this.notInForce = notInForce;
    }

    /** All of them, read to the end of the topic: all that was written before is among them. */
    public NavigableMap<String, StoredSchedule> all() {
        NavigableMap<String, StoredSchedule> all = new TreeMap<>();
        // Reading the definitions takes longer than fetching them, so every core reads some.
        readOn().all().entrySet().parallelStream()
                .map(found -> stored(found.getKey(), found.getValue()))
                .toList()
                .forEach(one -> all.put(one.taskId(), one));
        return all;
    }

    private NewestRecords readOn() {
        NewestRecords newest = log.newest(topic);
        newest.readOn();
        return newest;
    }

    /** The named one as the topic has it now; null if there is none. */
    public @Nullable StoredSchedule find(String taskId) {
        return found(readOn(), taskId);
    }

    private static @Nullable StoredSchedule found(NewestRecords newest, String taskId) {
        StoredRecord found = newest.get(taskId);
        return found == null ? null : stored(taskId, found);
    }

    /** The named one, or NO_SUCH_SCHEDULE with the name that was probably meant. */
    public StoredSchedule get(String taskId) {
        NewestRecords newest = readOn();
        StoredSchedule found = found(newest, taskId);
        if (found != null) {
            return found;
        }
        String hint = Nearest.to(taskId, newest.keys())
                .map(near -> "; did you mean " + near + "?")
                .orElse("; see them with: carillon schedule list");
        throw new ClientException(
                ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule " + ContractException.shown(taskId) + hint);
    }

    /** The named one, readable. */
    public Schedule getReadable(String taskId) {
        return get(taskId).readable();
    }

    /** A plan for the definitions of one call. */
    public ApplyPlan plan() {
        return new ApplyPlan(log, notInForce);
    }

    /**
     * Applies a definition to what the topic has now. The same again is written only if the trigger does not go by it:
     * the schedule is broken, parked or, where the definition says {@code enabled: true}, paused by its own failures.
     */
    public Applied apply(Schedule schedule, AuditTrail trail) {
        return applyAll(List.of(schedule), trail, howMany -> {}).get(0);
    }

    /**
     * As {@link #apply}, of many, in their order. The entries in the audit of some thousand are safe before the first of
     * these is written. If it fails on the way, some are applied; applied again, these are unchanged.
     *
     * @param howMany is told from time to time how many are done
     */
    public List<Applied> applyAll(Collection<Schedule> wanted, AuditTrail trail, IntConsumer howMany) {
        NewestRecords newest = log.newest(topic);
        ApplyPlan plan = ApplyPlan.readingOn(newest, log, notInForce);
        List<Applied> done = new ArrayList<>(wanted.size());
        ScheduleBatch batch = new ScheduleBatch(log);
        for (Schedule schedule : wanted) {
            // What stands here twice takes the place of the first of the two.
            if (batch.isFull() || batch.has(schedule.taskId())) {
                done.addAll(batch.write());
                howMany.accept(done.size());
                newest.readOn();
            }
            StoredSchedule before = found(newest, schedule.taskId());
            Applied planned = plan.of(schedule, before);
            if (planned.change() == Change.UNCHANGED) {
                batch.addUnchanged(planned);
            } else {
                add(batch, planned, before, trail);
            }
        }
        done.addAll(batch.write());
        howMany.accept(done.size());
        return done;
    }

    private void add(ScheduleBatch batch, Applied planned, @Nullable StoredSchedule before, AuditTrail trail) {
        Schedule old = before == null ? null : before.schedule();
        Schedule stamped = stamped(planned.schedule(), old, clock.instant());
        byte[] value = Kind.SCHEDULE.encode(stamped);
        String action = action(old, stamped);
        NewRecord entry = trail.entry(
                action,
                stamped.taskId(),
                action.equals(PAUSE) ? stamped.pausedReason() : null,
                definition(old),
                RawJson.written(value));
        batch.add(new Applied(stamped, planned.change(), planned.again(), -1), entry, record(stamped.taskId(), value));
    }

    /**
     * Writes the schedule, also if nothing is changed by it.
     *
     * @param before the one whose place it takes
     */
    public Applied put(Schedule schedule, @Nullable StoredSchedule before, AuditTrail trail) {
        Change change = before == null ? Change.CREATED : Change.CHANGED;
        return write(new Applied(schedule.withEnabledAsIn(null), change, false, -1), before, trail);
    }

    /**
     * Writes what was planned.
     *
     * @param before the one whose place it takes
     */
    public Applied write(Applied planned, @Nullable StoredSchedule before, AuditTrail trail) {
        ScheduleBatch batch = new ScheduleBatch(log);
        add(batch, planned, before, trail);
        return batch.write().get(0);
    }

    /** With the times of its first and of its last writing. */
    static Schedule stamped(Schedule schedule, @Nullable Schedule old, Instant now) {
        return schedule.withTimes(old == null || old.createdAt() == null ? now : old.createdAt(), now);
    }

    /** What an auditor looks for first: who let it rest, and who let it go on. */
    static String action(@Nullable Schedule old, Schedule now) {
        if (old == null || old.enabled() == now.enabled()) {
            return APPLY;
        }
        return now.enabled() ? RESUME : PAUSE;
    }

    static @Nullable RawJson definition(@Nullable Schedule schedule) {
        return schedule == null ? null : RawJson.written(Kind.SCHEDULE.encode(schedule));
    }

    /** Deletes the schedule; returns the offset of the record that does. */
    public long delete(StoredSchedule before, AuditTrail trail) {
        trail.note(DELETE, before.taskId(), null, definition(before.schedule()), null);
        return log.append(record(before.taskId(), null));
    }

    private NewRecord record(String taskId, byte @Nullable [] value) {
        return new NewRecord(topic, ONLY_PARTITION, taskId.getBytes(StandardCharsets.UTF_8), value, Map.of());
    }

    private static StoredSchedule stored(String taskId, StoredRecord found) {
        byte[] value = Objects.requireNonNull(found.value(), "deletions are not kept");
        try {
            Schedule schedule = Kind.SCHEDULE.decode(value);
            return new StoredSchedule(taskId, schedule, null, found.offset(), found.appended());
        } catch (ContractException e) {
            return new StoredSchedule(taskId, null, e.getMessage(), found.offset(), found.appended());
        }
    }
}
