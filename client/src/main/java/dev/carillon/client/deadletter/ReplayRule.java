package dev.carillon.client.deadletter;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.TaskBuilder;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Origin;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a dead letter holds a task that can be run again, and makes the new task: a first attempt with a new
 * key and new times, whose metadata name the old execution.
 */
public final class ReplayRule {
    /** In the metadata of a replayed task: the execution that it replays. */
    public static final String REPLAY_OF = "replay-of";

    /** Readers count deadlines from append times, which differ a little from this clock. */
    private static final Duration LONGEST_SPAN = Limits.MAX_DEADLINE.minusMinutes(2);

    private final TopicNames names;
    private final List<String> queues;

    /**
     * A rule for one cluster.
     *
     * @param queues the existing queues
     */
    public ReplayRule(TopicNames names, List<String> queues) {
        this.names = names;
        this.queues = queues;
    }

    public boolean allows(StoredDeadLetter deadLetter, ExecTime fresh) {
        return judge(deadLetter, fresh) instanceof ReplayVerdict.Again;
    }

    public ReplayVerdict judge(StoredDeadLetter deadLetter, ExecTime fresh) {
        byte[] value = deadLetter.stored().value();
        Optional<String> foreign = foreign(deadLetter);
        if (foreign.isPresent()) {
            return new ReplayVerdict.Refused(foreign.get());
        }
        if (value == null) {
            String omitted = deadLetter
                    .header(Headers.VALUE_OMITTED)
                    .map(size -> "its value (" + size + ") was too large to be kept")
                    .orElse("it has no value");
            return new ReplayVerdict.Refused(omitted + "; submit the task again from its source");
        }
        Task old;
        try {
            old = Kind.TASK.decode(value);
            old.checkSupported();
        } catch (ContractException e) {
            return new ReplayVerdict.Refused("it is no task that can be run (" + e.getMessage()
                    + "); fix it and submit it again; show its bytes with: carillon dlq show " + deadLetter.position());
        }
        String queue = old.work().queue();
        if (!queues.contains(queue)) {
            return new ReplayVerdict.Refused("its queue " + queue
                    + " has no topics; create them, then replay it: carillon topics create --queue " + queue);
        }
        return checked(again(old, oldName(old, deadLetter), fresh));
    }

    /** Refuses records of other topics; a schedule could even be parsed as a task. */
    private Optional<String> foreign(StoredDeadLetter deadLetter) {
        String topic = deadLetter.originTopic().orElse("");
        if (topic.equals(names.schedules())) {
            return Optional.of("it is a schedule; fix it and apply it: carillon schedule apply -f FILE");
        }
        if (topic.equals(names.control())) {
            return Optional.of("it is a command; send it again with carillon cancel or carillon schedule");
        }
        return Optional.empty();
    }

    /**
     * Makes a new execution of the same work.
     *
     * @param oldName the execution that it replays
     * @param fresh the execTime of the new execution
     */
    public static Task again(Task old, String oldName, ExecTime fresh) {
        ExecutionKey key = ExecutionKey.of(old.taskId(), fresh);
        Map<String, String> metadata = new LinkedHashMap<>(old.metadata());
        metadata.put(REPLAY_OF, oldName);
        return TaskBuilder.builder()
                .taskId(key.taskId())
                .execTime(key.execTime())
                .nominalTime(nominal(old))
                .attempt(1)
                .delivery(1)
                .replays(old.replays() + 1)
                .work(old.work())
                .deadline(deadline(old, fresh.instant()))
                .origin(Origin.REPLAY)
                .scheduleVersion(old.scheduleVersion())
                .generation(old.generation())
                .metadata(metadata)
                .rest(old.rest())
                .build();
    }

    /** Checks the limits here instead of in a worker: one more entry of metadata may be too much. */
    private static ReplayVerdict checked(Task task) {
        try {
            var unused = Kind.TASK.encode(task);
            return new ReplayVerdict.Again(task);
        } catch (ContractException e) {
            return new ReplayVerdict.Refused("it can't be replayed: " + e.getMessage());
        }
    }

    private static String oldName(Task old, StoredDeadLetter deadLetter) {
        ExecutionKey own = old.key();
        if (own != null) {
            return own.toString();
        }
        return deadLetter.key().isBlank() ? deadLetter.position().toString() : deadLetter.key();
    }

    /** Keeps the instant of a tick, which the new key no longer has: handlers choose their data by it. */
    private static @Nullable Instant nominal(Task old) {
        ExecTime execTime = old.execTime();
        if (old.nominalTime() != null || execTime == null || execTime.position() != null) {
            return old.nominalTime();
        }
        return execTime.instant().getNano() == 0 ? execTime.instant() : null;
    }

    /** Keeps the time span between execTime and deadline, as the old deadline may have passed. */
    private static @Nullable Instant deadline(Task old, Instant fresh) {
        ExecTime execTime = old.execTime();
        if (old.deadline() == null || execTime == null) {
            return null;
        }
        Duration span = Duration.between(execTime.instant(), old.deadline());
        boolean usable = span.compareTo(Duration.ZERO) > 0 && span.compareTo(LONGEST_SPAN) < 0;
        return usable ? fresh.plus(span) : null;
    }
}
