package dev.carillon.insight.why;

import dev.carillon.insight.cluster.TriggerSeen;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.why.TickFacts.Reach;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.EarlierJitter;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Slice;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.timing.cron.Jitter;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds out when a tick was due, and whether the trigger has decided it. */
final class ReachLook {
    /** A jitter is short compared with the time between two edits, so few definitions need to be tried. */
    private static final int DEFINITIONS_WHILE_PUT_OFF = 3;

    private final TriggerSeen trigger;
    private final Instant eventsSince;
    private final Function<DecidedUpTo, @Nullable ReadValue<Slice>> passed;

    /**
     * Uses what is known of the trigger.
     *
     * @param eventsSince when the oldest kept event was written
     * @param passed finds the first slice that decided up to there; null if its event is not found
     */
    ReachLook(TriggerSeen trigger, Instant eventsSince, Function<DecidedUpTo, @Nullable ReadValue<Slice>> passed) {
        this.trigger = trigger;
        this.eventsSince = eventsSince;
        this.passed = passed;
    }

    /** The jitter is that of the definition in force when the tick was due, maybe newer than the tick's instant. */
    Reach of(TickFacts.Question question, DefinitionHistory definitions) {
        Reach found = at(question.at(), question.taskId(), definitions);
        for (int i = 0; i < DEFINITIONS_WHILE_PUT_OFF && question.mayBeTick() && question.lost() == null; i++) {
            Schedule schedule = definitions
                    .inForceAt(found.position())
                    .map(DefinitionVersion::schedule)
                    .orElse(null);
            Instant due = schedule == null ? question.at() : due(question, schedule);
            if (due.equals(found.due())) {
                return found;
            }
            found = at(due, question.taskId(), definitions);
        }
        return found;
    }

    private Instant due(TickFacts.Question question, Schedule schedule) {
        ReadValue<Marker> marker = trigger.markers().get(question.taskId());
        List<EarlierJitter> earlier =
                marker == null ? List.of() : marker.value().overrides().jitters();
        return new Jitter(schedule.when().jitter(), earlier).due(question.taskId(), question.at());
    }

    private Reach at(Instant due, String taskId, DefinitionHistory definitions) {
        ReadValue<Watermark> watermark = trigger.watermark();
        if (watermark == null || !isReached(due, taskId)) {
            return new Reach(due, false, null, Long.MAX_VALUE);
        }
        DecidedUpTo tick = new DecidedUpTo(due, taskId);
        ReadValue<Slice> slice = passed.apply(tick);
        long position = slice == null
                ? watermark.value().positions().schedules()
                : slice.value().from().schedules();
        boolean wasDecidedBefore = slice == null || slice.value().before().compareTo(tick) >= 0;
        // A later slice may have other definitions than the one that decided the tick and whose event is deleted.
        return wasDecidedBefore && eventsSince.isAfter(due)
                ? new Reach(due, true, null, Math.min(position, definitions.positionAt(due)))
                : new Reach(due, true, slice, position);
    }

    boolean isReached(Instant due, String taskId) {
        ReadValue<Watermark> watermark = trigger.watermark();
        return watermark != null && watermark.value().reached().compareTo(new DecidedUpTo(due, taskId)) >= 0;
    }
}
