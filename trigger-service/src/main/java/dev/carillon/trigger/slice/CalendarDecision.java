package dev.carillon.trigger.slice;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.record.EventType;
import dev.carillon.trigger.catalogue.CalendarDefinition;
import dev.carillon.trigger.catalogue.InputRecord;
import java.util.SortedSet;

/** What one record in {@code calendars} makes of a calendar. Ticks are held against it from the next slice on. */
final class CalendarDecision {
    /** Of more schedules that lose their calendar only the first are told of one by one. */
    private static final int TOLD_AT_MOST = 100;

    private CalendarDecision() {}

    static void decide(InputRecord record, Draft draft) {
        CalendarDefinition definition = CalendarDefinition.read(record);
        if (definition instanceof CalendarDefinition.Good good) {
            draft.calendars.put(good.days().calendar().name(), good.days());
        } else if (definition instanceof CalendarDefinition.Gone gone) {
            lost(gone.name(), "was deleted", draft);
        } else {
            CalendarDefinition.Bad bad = (CalendarDefinition.Bad) definition;
            draft.putAside(record, bad.code(), bad.message());
            if (bad.name() != null) {
                lost(bad.name(), "can't be used (" + bad.code() + ": " + bad.message() + ")", draft);
            }
        }
    }

    private static void lost(String name, String how, Draft draft) {
        if (draft.calendars.named(name) == null) {
            return;
        }
        draft.calendars.put(name, null);
        SortedSet<String> users = draft.calendars.users(name);
        String message = ErrorCode.UNKNOWN_CALENDAR + ": calendar " + ContractException.shown(name) + " " + how
                + "; ticks of the " + users.size() + " schedules that name it are skipped until it is applied again";
        users.stream().limit(TOLD_AT_MOST).forEach(taskId -> draft.say(EventType.SCHEDULE_BROKEN, taskId, message));
    }
}
