package dev.carillon.client.schedule;

import dev.carillon.client.log.NewestRecords;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.kit.config.NearestWord;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

    /** Keeps the markers read before, so that the next call only reads on. */
    public Schedules(RecordLog log, TopicNames names, Clock clock, NotInForce notInForce) {
        this.log = log;
        this.topic = names.schedules();
        this.clock = clock;
        this.notInForce = notInForce;
    }

    /** All schedules, read to the current end of the topic, so that all earlier writes are seen. */
    public NavigableMap<String, StoredSchedule> all() {
        NavigableMap<String, StoredSchedule> all = new TreeMap<>();
        // Parsing the definitions takes longer than fetching them, so all cores take part.
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

    /** The named schedule as currently stored; null if there is none. */
    public @Nullable StoredSchedule find(String taskId) {
        return found(readOn(), taskId);
    }

    private static @Nullable StoredSchedule found(NewestRecords newest, String taskId) {
        ReceivedRecord found = newest.get(taskId);
        return found == null ? null : stored(taskId, found);
    }

    /** The named schedule, or NO_SUCH_SCHEDULE with the most similar name. */
    public StoredSchedule get(String taskId) {
        NewestRecords newest = readOn();
        StoredSchedule found = found(newest, taskId);
        if (found != null) {
            return found;
        }
        String hint = NearestWord.to(taskId, newest.keys())
                .map(near -> "; did you mean " + near + "?")
                .orElse("; see them with: carillon schedule list");
        throw new ClientException(
                ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule " + ContractException.shown(taskId) + hint);
    }

    /** The named schedule; NO_SUCH_SCHEDULE also if its record can't be read. */
    public Schedule getReadable(String taskId) {
        return get(taskId).readable();
    }

    /** A plan for the definitions of one call. */
    public ApplyPlan plan() {
        return new ApplyPlan(log, notInForce);
    }

    /**
     * Applies a definition. An equal one is written again only if the trigger does not use the stored one: the schedule
     * is broken, parked or, if the definition names {@code enabled: true}, paused after failures.
     */
    public ApplyResult apply(Schedule schedule, AuditTrail trail) {
        return applyAll(List.of(schedule), trail, howMany -> {}).get(0);
    }

    /**
     * Applies many definitions in order, some thousand in a batch. If it fails on the way, some are applied; a repeated
     * call leaves these unchanged.
     *
     * @param howMany gets the number of applied definitions after each batch
     */
    public List<ApplyResult> applyAll(Collection<Schedule> wanted, AuditTrail trail, IntConsumer howMany) {
        NewestRecords newest = log.newest(topic);
        ApplyPlan plan = ApplyPlan.readingOn(newest, log, notInForce);
        List<ApplyResult> done = new ArrayList<>(wanted.size());
        ScheduleBatch batch = new ScheduleBatch(log);
        for (Schedule schedule : wanted) {
            // A second definition of a schedule has to be compared with the first one.
            if (batch.isFull() || batch.has(schedule.taskId())) {
                done.addAll(batch.write());
                howMany.accept(done.size());
                newest.readOn();
            }
            StoredSchedule before = found(newest, schedule.taskId());
            ApplyResult planned = plan.of(schedule, before);
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

    private void add(ScheduleBatch batch, ApplyResult planned, @Nullable StoredSchedule before, AuditTrail trail) {
        Schedule old = before == null ? null : before.schedule();
        Schedule stamped = stamped(planned.schedule(), old, clock.instant());
        byte[] value = Kind.SCHEDULE.encode(stamped);
        String action = action(old, stamped);
        OutgoingRecord entry = trail.entry(
                action,
                stamped.taskId(),
                action.equals(PAUSE) ? stamped.pausedReason() : null,
                definition(old),
                RawJson.written(value));
        batch.add(
                new ApplyResult(stamped, planned.change(), planned.again(), -1),
                entry,
                record(stamped.taskId(), value));
    }

    /**
     * Writes the schedule, even if it is equal to the stored one.
     *
     * @param before the stored schedule that it replaces
     */
    public ApplyResult put(Schedule schedule, @Nullable StoredSchedule before, AuditTrail trail) {
        Change change = before == null ? Change.CREATED : Change.CHANGED;
        return write(new ApplyResult(schedule.withEnabledAsIn(null), change, false, -1), before, trail);
    }

    /**
     * Writes what was planned.
     *
     * @param before the stored schedule that it replaces
     */
    public ApplyResult write(ApplyResult planned, @Nullable StoredSchedule before, AuditTrail trail) {
        ScheduleBatch batch = new ScheduleBatch(log);
        add(batch, planned, before, trail);
        return batch.write().get(0);
    }

    /** The schedule with its time of creation and of change. */
    static Schedule stamped(Schedule schedule, @Nullable Schedule old, Instant now) {
        return schedule.withTimes(old == null || old.createdAt() == null ? now : old.createdAt(), now);
    }

    /** Pausing and resuming have actions of their own in the audit, as auditors look for these first. */
    static String action(@Nullable Schedule old, Schedule now) {
        if (old == null || old.enabled() == now.enabled()) {
            return APPLY;
        }
        return now.enabled() ? RESUME : PAUSE;
    }

    static @Nullable RawJson definition(@Nullable Schedule schedule) {
        return schedule == null ? null : RawJson.written(Kind.SCHEDULE.encode(schedule));
    }

    /** Deletes the schedule; returns the offset of its tombstone. */
    public long delete(StoredSchedule before, AuditTrail trail) {
        trail.note(DELETE, before.taskId(), null, definition(before.schedule()), null);
        return log.append(record(before.taskId(), null));
    }

    private OutgoingRecord record(String taskId, byte @Nullable [] value) {
        return new OutgoingRecord(
                topic, ONLY_PARTITION, taskId.getBytes(StandardCharsets.UTF_8), value, HeaderList.none());
    }

    private static StoredSchedule stored(String taskId, ReceivedRecord found) {
        byte[] value = Objects.requireNonNull(found.value(), "deletions are not kept");
        try {
            Schedule schedule = Kind.SCHEDULE.decode(value);
            return new StoredSchedule(taskId, schedule, null, found.offset(), found.appended());
        } catch (ContractException e) {
            return new StoredSchedule(taskId, null, e.getMessage(), found.offset(), found.appended());
        }
    }
}
