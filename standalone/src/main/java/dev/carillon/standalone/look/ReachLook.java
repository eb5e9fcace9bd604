package dev.carillon.standalone.look;

import dev.carillon.schemas.record.EarlierJitter;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Slice;
import dev.carillon.schemas.record.Watermark;
import dev.carillon.standalone.look.TickFacts.Reach;
import dev.carillon.trigger.cron.Jitter;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds out when a tick was due, and whether the trigger has come so far. */
final class ReachLook {
    /** A jitter is short beside the time between two edits; after so many nobody looks on. */
    private static final int DEFINITIONS_WHILE_PUT_OFF = 3;

    private final TriggerSeen trigger;
    private final Function<Reached, @Nullable Found<Slice>> passed;

    /**
     * A look at what is known of the trigger.
     *
     * @param passed finds the first slice that came so far; null if none tells of it
     */
    ReachLook(TriggerSeen trigger, Function<Reached, @Nullable Found<Slice>> passed) {
        this.trigger = trigger;
        this.passed = passed;
    }

    /** Its jitter is that of the definition that counted when it was due, which may have come after its own time. */
    Reach of(TickFacts.Question question, Definitions definitions) {
        Reach found = at(question.at(), question.taskId());
        for (int i = 0; i < DEFINITIONS_WHILE_PUT_OFF && question.isOfTicks() && question.lost() == null; i++) {
            Schedule schedule = definitions
                    .inForceAt(found.position())
                    .map(Definition::schedule)
                    .orElse(null);
            Instant due = schedule == null ? question.at() : due(question, schedule);
            if (due.equals(found.due())) {
                return found;
            }
            found = at(due, question.taskId());
        }
        return found;
    }

    private Instant due(TickFacts.Question question, Schedule schedule) {
        Found<Marker> marker = trigger.markers().get(question.taskId());
        List<EarlierJitter> earlier =
                marker == null ? List.of() : marker.value().arrangements().jitters();
        return new Jitter(schedule.when().jitter(), earlier).due(question.taskId(), question.at());
    }

    private Reach at(Instant due, String taskId) {
        Found<Watermark> watermark = trigger.watermark();
        if (watermark == null || !isReached(due, taskId)) {
            return new Reach(due, false, null, Long.MAX_VALUE);
        }
        Found<Slice> slice = passed.apply(new Reached(due, taskId));
        long position = slice == null
                ? watermark.value().positions().schedules()
                : slice.value().from().schedules();
        return new Reach(due, true, slice, position);
    }

    boolean isReached(Instant due, String taskId) {
        Found<Watermark> watermark = trigger.watermark();
        return watermark != null && watermark.value().reached().compareTo(new Reached(due, taskId)) >= 0;
    }
}
