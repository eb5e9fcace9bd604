package dev.carillon.client.deadletter;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.Origin;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a letter holds work that can be run again, and as what: a new execution with a key of its own, a first
 * attempt, and times of its own, that names the one before it.
 */
public final class ReplayRule {
    /** In the metadata of a replayed task: the execution that it is done for again. */
    public static final String REPLAY_OF = "replay-of";

    /** Readers reckon with append times, which lie a little behind ours. */
    private static final Duration LONGEST_SPAN = Limits.MAX_DEADLINE.minusMinutes(2);

    private final TopicNames names;
    private final List<String> queues;

    /**
     * A rule for one cluster.
     *
     * @param queues those that exist
     */
    public ReplayRule(TopicNames names, List<String> queues) {
        this.names = names;
        this.queues = queues;
    }

    public boolean allows(Letter letter, ExecTime fresh) {
        return judge(letter, fresh) instanceof Verdict.Again;
    }

    public Verdict judge(Letter letter, ExecTime fresh) {
        byte[] value = letter.stored().value();
        Optional<String> foreign = foreign(letter);
        if (foreign.isPresent()) {
            return new Verdict.Refused(foreign.get());
        }
        if (value == null) {
            String omitted = letter.header(Headers.VALUE_OMITTED)
                    .map(size -> "its value (" + size + ") was too large to be kept")
                    .orElse("it has no value");
            return new Verdict.Refused(omitted + "; send the task again from where it came");
        }
        Task old;
        try {
            old = Kind.TASK.decode(value);
            old.checkSupported();
        } catch (ContractException e) {
            return new Verdict.Refused("it is no task that can be run (" + e.getMessage()
                    + "); mend it and send it again, its bytes are shown by: carillon dlq show " + letter.position());
        }
        String queue = old.work().queue();
        if (!queues.contains(queue)) {
            return new Verdict.Refused("its queue " + queue
                    + " has no topics; make them, then replay it: carillon topics create --queue " + queue);
        }
        return checked(again(old, oldName(old, letter), fresh));
    }

    /** What lay in a topic that holds no tasks; a schedule would even read like one. */
    private Optional<String> foreign(Letter letter) {
        String topic = letter.originTopic().orElse("");
        if (topic.equals(names.schedules())) {
            return Optional.of("it is a schedule; mend it and apply it: carillon schedule apply -f FILE");
        }
        if (topic.equals(names.control())) {
            return Optional.of("it is a command; give it again, as carillon cancel or carillon schedule do");
        }
        return Optional.empty();
    }

    /**
     * The same work as a new execution.
     *
     * @param oldName of the execution that it is done for again
     * @param fresh that of the new one
     */
    public static Task again(Task old, String oldName, ExecTime fresh) {
        ExecutionKey key = ExecutionKey.of(old.taskId(), fresh);
        Map<String, String> metadata = new LinkedHashMap<>(old.metadata());
        metadata.put(REPLAY_OF, oldName);
        return new Task(
                key.taskId(),
                key.execTime(),
                0,
                nominal(old),
                1,
                1,
                old.replays() + 1,
                old.work(),
                null,
                deadline(old, fresh.instant()),
                Origin.REPLAY,
                old.scheduleVersion(),
                old.generation(),
                metadata,
                old.rest());
    }

    /** Its limits are checked here, and not by a worker far away: a task may be full of metadata already. */
    private static Verdict checked(Task task) {
        try {
            var unused = Kind.TASK.encode(task);
            return new Verdict.Again(task);
        } catch (ContractException e) {
            return new Verdict.Refused("it can't be sent again: " + e.getMessage());
        }
    }

    private static String oldName(Task old, Letter letter) {
        ExecutionKey own = old.key();
        if (own != null) {
            return own.toString();
        }
        return letter.key().isBlank() ? letter.position().toString() : letter.key();
    }

    /** The tick that it stands for: handlers choose their data by it, so it stays when the key does not. */
    private static @Nullable Instant nominal(Task old) {
        ExecTime execTime = old.execTime();
        if (old.nominalTime() != null || execTime == null || execTime.position() != null) {
            return old.nominalTime();
        }
        return execTime.instant().getNano() == 0 ? execTime.instant() : null;
    }

    /** An instant in the past is of no use; how long the work was worth starting is. */
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
