package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.DefinitionRecord;
import dev.carillon.trigger.definition.UnreadableDefinition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Definitions that a leader has applied and this instance can't use. That leader refused most of them too, as their
 * markers show. The others it could use.
 */
final class UnusableDefinitions {
    /**
     * Errors that depend on how this instance computes times: on the zones of its JVM, how strictly it reads cron, and
     * whether the evaluation fails.
     */
    private static final Set<ErrorCode> TIME_ERRORS =
            EnumSet.of(ErrorCode.BAD_ZONE, ErrorCode.BAD_CRON, ErrorCode.NEVER_FIRES, ErrorCode.EVALUATION_FAILED);

    private final TreeMap<String, UnreadableDefinition> byTask = new TreeMap<>();

    void add(String taskId, long offset, DefinitionRecord.Bad bad) {
        byTask.put(taskId, new UnreadableDefinition(taskId, offset, bad));
    }

    void remove(String taskId) {
        byTask.remove(taskId);
    }

    /** A definition that keeps this instance from leading: a newer version may be able to read it. */
    Optional<String> unreadable(Function<String, @Nullable ScheduleState> states) {
        for (UnreadableDefinition definition : byTask.values()) {
            if (!isTimeError(definition) && !isMarkedBroken(definition, states)) {
                return Optional.of("the definition of " + definition.taskId() + " at offset " + definition.offset());
            }
        }
        return Optional.empty();
    }

    /** Definitions whose times can't be computed here; a leader parks them, so that all others go on. */
    List<UnreadableDefinition> unplannable(Function<String, @Nullable ScheduleState> states, int atMost) {
        List<UnreadableDefinition> found = new ArrayList<>();
        for (Map.Entry<String, UnreadableDefinition> entry : byTask.entrySet()) {
            if (isTimeError(entry.getValue()) && !isMarkedBroken(entry.getValue(), states)) {
                found.add(entry.getValue());
                if (found.size() >= atMost) {
                    return found;
                }
            }
        }
        return found;
    }

    private static boolean isTimeError(UnreadableDefinition definition) {
        return TIME_ERRORS.contains(definition.bad().code());
    }

    private static boolean isMarkedBroken(
            UnreadableDefinition definition, Function<String, @Nullable ScheduleState> states) {
        ScheduleState state = states.apply(definition.taskId());
        return state != null && state.broken() != null && state.position() > definition.offset();
    }
}
