package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.Arrangements;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.catalogue.Definition;
import dev.carillon.trigger.catalogue.Standing;
import dev.carillon.trigger.cron.Jitter;
import dev.carillon.trigger.cron.PutOffLimit;
import org.jspecify.annotations.Nullable;

/** What is to be said of a definition before it is applied: whether what it names exists, and how it puts ticks off. */
final class DefinitionJudgement {
    private DefinitionJudgement() {}

    /** Whether it names a calendar that does not exist, or is not known here yet. */
    static boolean lacksCalendar(Definition definition, Draft draft) {
        String calendar = definition instanceof Definition.Good good
                ? good.schedule().when().calendar()
                : null;
        return calendar != null && draft.calendars.named(calendar) == null;
    }

    /** A definition for a queue without topics, or by a calendar that is none, can't be used either. */
    static Definition judged(Definition definition, Draft draft) {
        if (definition instanceof Definition.Good good && lacksCalendar(definition, draft)) {
            String calendar = ContractException.shown(good.schedule().when().calendar());
            return new Definition.Bad(
                    good.schedule().taskId(),
                    ErrorCode.UNKNOWN_CALENDAR,
                    "calendar: " + calendar
                            + " does not exist; make it with: carillon calendar apply -f FILE, and apply the schedule"
                            + " again");
        }
        if (definition instanceof Definition.Good good
                && !draft.queueExists(good.schedule().work().queue())) {
            String queue = good.schedule().work().queue();
            return new Definition.Bad(
                    good.schedule().taskId(),
                    ErrorCode.UNKNOWN_QUEUE,
                    "queue: \"" + queue + "\" has no topics; create them with: carillon topics create --queue "
                            + queue);
        }
        return definition instanceof Definition.Good good ? notTooManyPutOff(good) : definition;
    }

    private static Definition notTooManyPutOff(Definition.Good good) {
        try {
            PutOffLimit.check(good.schedule(), good.timing());
            return good;
        } catch (ContractException e) {
            return new Definition.Bad(good.schedule().taskId(), e.code(), String.valueOf(e.getMessage()));
        }
    }

    static Definition.Bad tooManyJitters(Schedule schedule) {
        return new Definition.Bad(
                schedule.taskId(),
                ErrorCode.TOO_MANY_ENTRIES,
                "jitter: was changed " + Arrangements.MOST_JITTERS
                        + " times while earlier ones still put ticks off; apply it again in an hour");
    }

    /**
     * Instants up to the watermark keep the jitter they had. Under another timing they are over: what the last one put off
     * is not owed any more, and what this one would have put off never was.
     *
     * @param last how the schedule stood under the same timing; null under another
     */
    static Jitter jitter(@Nullable Standing last, Schedule schedule, Reached floor) {
        if (last == null) {
            return Jitter.NONE.changedAt(
                    floor.due(), floor.due(), schedule.when().jitter());
        }
        // A gap is decided when it ends: until then its instants must stay what they were.
        Reached decided = last.hasGap() && last.floor().compareTo(floor) < 0 ? last.floor() : floor;
        // Within an instant the watermark names a taskId: those behind it have not had their turn at that instant.
        return last.jitter()
                .changedAt(floor.due(), last.decidedAt(decided), schedule.when().jitter());
    }

    /** Each change has to be remembered until no instant is left that came before it. */
    static boolean isTooLong(Jitter jitter) {
        return jitter.earlier().size() > Arrangements.MOST_JITTERS;
    }
}
