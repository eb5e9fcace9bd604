package dev.carillon.trigger.slice.input;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.EventType;
import dev.carillon.trigger.definition.CalendarDefinition;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import java.util.SortedSet;

/** Applies one record of {@code calendars}: later inputs of the slice and all later slices use the new days. */
final class CalendarDecision {
    /** Most events when a calendar is lost: one for each of the first schedules that name it. */
    private static final int MAX_EVENTS = 100;

    private CalendarDecision() {}

    static void decide(InputRecord record, SlicePlanBuilder slice) {
        CalendarDefinition definition = CalendarDefinition.read(record);
        if (definition instanceof CalendarDefinition.Good good) {
            slice.calendars().put(good.days().calendar().name(), good.days());
        } else if (definition instanceof CalendarDefinition.Gone gone) {
            lost(gone.name(), "was deleted", slice);
        } else {
            CalendarDefinition.Bad bad = (CalendarDefinition.Bad) definition;
            slice.deadLetter(record, bad.code(), bad.message());
            if (bad.name() != null) {
                lost(bad.name(), "can't be used (" + bad.code() + ": " + bad.message() + ")", slice);
            }
        }
    }

    private static void lost(String name, String how, SlicePlanBuilder slice) {
        if (slice.calendars().named(name) == null) {
            return;
        }
        slice.calendars().put(name, null);
        SortedSet<String> users = slice.calendars().users(name);
        String message = ErrorCode.UNKNOWN_CALENDAR + ": calendar " + ContractException.shown(name) + " " + how
                + "; ticks of the " + users.size() + " schedules that name it are skipped until it is applied again";
        users.stream().limit(MAX_EVENTS).forEach(taskId -> slice.publish(EventType.SCHEDULE_BROKEN, taskId, message));
    }
}
