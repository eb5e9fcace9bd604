package dev.carillon.client;

import dev.carillon.kit.config.Nearest;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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

    public Schedules(RecordLog log, TopicNames names, Clock clock) {
        this.log = log;
        this.topic = names.schedules();
        this.clock = clock;
    }

    /** All of them, read to the end of the topic: whoever wrote before sees what he wrote. */
    public NavigableMap<String, StoredSchedule> all() {
        NavigableMap<String, StoredSchedule> newest = new TreeMap<>();
        WholeTopic.read(log, topic, log.starts(topic), found -> {
            if (found.value() == null) {
                newest.remove(found.keyText());
            } else {
                newest.put(found.keyText(), stored(found, found.value()));
            }
        });
        return newest;
    }

    /** The named one, or NO_SUCH_SCHEDULE with the name that was probably meant. */
    public StoredSchedule get(String taskId) {
        Map<String, StoredSchedule> all = all();
        StoredSchedule found = all.get(taskId);
        if (found != null) {
            return found;
        }
        String hint = Nearest.to(taskId, all.keySet())
                .map(near -> "; did you mean " + near + "?")
                .orElse("; see them with: carillon schedule list");
        throw new ClientException(
                ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule " + ContractException.shown(taskId) + hint);
    }

    /** The named one, readable. */
    public Schedule getReadable(String taskId) {
        StoredSchedule found = get(taskId);
        if (found.schedule() == null) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_SCHEDULE,
                    "the record of " + taskId + " can't be read (" + found.problem() + "); apply it again");
        }
        return found.schedule();
    }

    /** Writes the schedule; {@code before} is the one it takes the place of. */
    public void put(Schedule schedule, @Nullable StoredSchedule before, AuditTrail trail) {
        Schedule old = before == null ? null : before.schedule();
        Schedule stamped = schedule.withTimes(
                old == null || old.createdAt() == null ? clock.instant() : old.createdAt(), clock.instant());
        byte[] value = Kind.SCHEDULE.encode(stamped);
        String action = action(old, stamped);
        trail.note(
                action,
                stamped.taskId(),
                action.equals(PAUSE) ? stamped.pausedReason() : null,
                definition(old),
                RawJson.written(value));
        write(stamped.taskId(), value);
    }

    /** What an auditor looks for first: who let it rest, and who let it go on. */
    private static String action(@Nullable Schedule old, Schedule now) {
        if (old == null || old.enabled() == now.enabled()) {
            return APPLY;
        }
        return now.enabled() ? RESUME : PAUSE;
    }

    private static @Nullable RawJson definition(@Nullable Schedule schedule) {
        return schedule == null ? null : RawJson.written(Kind.SCHEDULE.encode(schedule));
    }

    public void delete(StoredSchedule before, AuditTrail trail) {
        trail.note(DELETE, before.taskId(), null, definition(before.schedule()), null);
        write(before.taskId(), null);
    }

    private void write(String taskId, byte @Nullable [] value) {
        log.append(new NewRecord(topic, ONLY_PARTITION, taskId.getBytes(StandardCharsets.UTF_8), value, Map.of()));
    }

    private static StoredSchedule stored(StoredRecord found, byte[] value) {
        try {
            Schedule schedule = Kind.SCHEDULE.decode(value);
            return new StoredSchedule(found.keyText(), schedule, null, found.offset(), found.appended());
        } catch (ContractException e) {
            return new StoredSchedule(found.keyText(), null, e.getMessage(), found.offset(), found.appended());
        }
    }
}
