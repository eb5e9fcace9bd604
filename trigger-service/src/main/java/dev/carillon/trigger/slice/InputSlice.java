package dev.carillon.trigger.slice;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeCursor;
import dev.carillon.schemas.record.Positions;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.Definition;
import dev.carillon.trigger.catalogue.InputRecord;
import dev.carillon.trigger.catalogue.PendingOutcomes;
import dev.carillon.trigger.catalogue.Standing;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies waiting outcomes, definitions and commands, as many as one slice holds. */
final class InputSlice {
    private static final int EXPIRED_AT_ONCE = 1_000;
    /** An end that has come in time is read by then. */
    private static final Duration MAY_BE_READ_WITHIN = Duration.ofSeconds(1);

    /** A calendar written just before a schedule may be read just after it. */
    private static final Duration CALENDARS_PATIENCE = Duration.ofSeconds(1);

    /**
     * A slice of inputs.
     *
     * @param mayBackfill whether backfills may go on in what room is left of it
     */
    SlicePlan plan(Catalogue catalogue, Draft draft, boolean mayBackfill) {
        // Whatever else changes, outcomes come first: those that concern nobody were judged by what stood before.
        // One that a slice could not hold goes on before all else, so that what it concerns is what it was.
        Positions from = draft.positions();
        List<Long> outcomes = new ArrayList<>(from.outcomes());
        if (!goOn(catalogue.outcomes(), outcomes, draft)) {
            return draft.done(draft.reached(), draft.positions(), null);
        }
        // Ends may come without end, and what is long over must not wait for the last of them.
        expire(draft.reached().due().minus(MAY_BE_READ_WITHIN), draft);
        outcomes(catalogue.outcomes(), outcomes, draft);
        if (draft.outcome() != null) {
            return draft.done(
                    draft.reached(),
                    new Positions(from.schedules(), from.calendars(), from.control(), List.copyOf(outcomes)),
                    null);
        }
        // What has come by now has come in time, though the watermark may have passed a deadline meanwhile.
        expire(draft.reached().due(), draft);
        // Calendars come before the schedules that name them.
        long calendars = from.calendars();
        Iterator<InputRecord> calendarRecords = catalogue.calendars().pending().look();
        while (calendarRecords.hasNext() && !draft.size.isFull()) {
            InputRecord record = calendarRecords.next();
            CalendarDecision.decide(record, draft);
            calendars = record.offset() + 1;
            draft.countInputs(1);
        }
        // A first load is one slice: nothing can be due yet, so nothing waits for it, and all begin at one instant.
        boolean first = from.schedules() == 0 && draft.size.isFresh();
        AppliedList appliedList = new AppliedList(draft, first);
        long schedules = from.schedules();
        Iterator<InputRecord> definitions = catalogue.schedules().look();
        boolean room = !calendarRecords.hasNext();
        while (room && definitions.hasNext() && !(first ? draft.size.holdsMost() : draft.size.isFull())) {
            InputRecord record = definitions.next();
            room = apply(record, appliedList, draft);
            schedules = room ? record.offset() + 1 : schedules;
        }
        // Commands come after the definitions that were there before them, or they would miss a schedule just made.
        boolean open = room && !definitions.hasNext();
        CommandOrder order = new CommandOrder(catalogue.schedules().read(), draft.now);
        long control = from.control();
        Iterator<InputRecord> commands = catalogue.control().look();
        while (open && commands.hasNext() && !draft.size.isFull()) {
            InputRecord record = commands.next();
            open = CommandDecision.decide(record, order, draft);
            control = open ? record.offset() + 1 : control;
            draft.countInputs(open ? 1 : 0);
        }
        appliedList.flush();
        if (mayBackfill && draft.inputs > 0) {
            // Where inputs never end, this is their only turn.
            BackfillSlice.goOn(catalogue.awaited().backfills().underWay(), draft);
        }
        return draft.done(draft.reached(), new Positions(schedules, calendars, control, List.copyOf(outcomes)), null);
    }

    /** Who has waited too long for an outcome goes on without. */
    private static void expire(Instant upTo, Draft draft) {
        for (String taskId : draft.awaited().over(upTo, EXPIRED_AT_ONCE)) {
            if (draft.size.isFull()) {
                return;
            }
            Expiry.decide(taskId, upTo, draft);
            draft.countInputs(1);
        }
    }

    /** Returns false where the outcome that is being applied is more than this slice holds as well. */
    private static boolean goOn(PendingOutcomes pending, List<Long> positions, Draft draft) {
        OutcomeCursor cursor = draft.outcome();
        if (cursor == null) {
            return true;
        }
        Iterator<InputRecord> records = pending.look(cursor.partition());
        if (!records.hasNext()) {
            return false; // It comes: the position can't pass it before.
        }
        return apply(records.next(), cursor, positions, draft);
    }

    private static void outcomes(PendingOutcomes pending, List<Long> positions, Draft draft) {
        for (int partition = 0; pending.isFollowed() && partition < positions.size(); partition++) {
            Iterator<InputRecord> records = pending.look(partition);
            while (records.hasNext() && !draft.size.isFull()) {
                InputRecord record = records.next();
                // The one that went on first is done.
                if (record.offset() >= positions.get(partition) && !apply(record, null, positions, draft)) {
                    return;
                }
            }
            if (!records.hasNext()) {
                positions.set(partition, pending.readUpTo(partition));
            }
        }
    }

    /** Returns false where it is more than the slice holds. */
    private static boolean apply(InputRecord record, @Nullable OutcomeCursor from, List<Long> positions, Draft draft) {
        OutcomeCursor stopped = OutcomeDecision.decide(record, from, draft);
        draft.outcomeStopsAt(stopped);
        draft.countInputs(1);
        if (stopped == null) {
            positions.set(record.partition(), record.offset() + 1);
        }
        return stopped == null;
    }

    /** Returns false if it has to wait for the next slice. */
    private static boolean apply(InputRecord record, AppliedList appliedList, Draft draft) {
        Definition read = record.definition();
        if (DefinitionJudgement.lacksCalendar(read, draft) && record.isYoung(draft.now, CALENDARS_PATIENCE)) {
            return false;
        }
        Definition definition = Dependants.checked(DefinitionJudgement.judged(read, draft), draft);
        String taskId = DefinitionDecision.taskId(definition);
        if (taskId == null) {
            draft.countApplied();
            DefinitionDecision.putAside(record, (Definition.Bad) definition, draft);
            return true;
        }
        Standing before = draft.standing(taskId);
        if (PauseRoom.isTooSmall(before, definition, draft)) {
            return false;
        }
        draft.countApplied();
        DefinitionDecision.decide(before, record, definition, draft);
        appliedList.add(taskId, draft.standing(taskId), record);
        return true;
    }

    /** Tells which definitions were applied, in events of limited size. */
    private static final class AppliedList {
        private static final int MAX_ENTRIES = 5_000;
        /** An event is at most a megabyte. */
        private static final int MAX_CHARACTERS = 900_000;

        private final Draft draft;
        private final boolean uncounted;
        private final StringBuilder entries = new StringBuilder();
        private int count;

        /**
         * An empty list.
         *
         * @param uncounted whether its events may go beyond what a slice holds
         */
        AppliedList(Draft draft, boolean uncounted) {
            this.draft = draft;
            this.uncounted = uncounted;
        }

        void add(String taskId, @Nullable Standing standing, InputRecord record) {
            // A taskId has no character that JSON escapes.
            entries.append(count == 0 ? "" : ",")
                    .append("{\"taskId\":\"")
                    .append(taskId)
                    .append("\",\"version\":")
                    .append(standing == null ? record.offset() : standing.version())
                    .append(",\"position\":")
                    .append(record.offset())
                    .append('}');
            count++;
            if (count >= MAX_ENTRIES || entries.length() >= MAX_CHARACTERS) {
                flush();
            }
        }

        void flush() {
            if (count > 0) {
                String message = count + (count == 1 ? " definition applied" : " definitions applied");
                Event event = new Event(
                        EventType.SCHEDULE_APPLIED,
                        draft.rules().shard(),
                        draft.now,
                        draft.rules().source(),
                        message,
                        RawJson.written(("{\"applied\":[" + entries + "]}").getBytes(StandardCharsets.US_ASCII)),
                        Map.of());
                draft.say(event, !uncounted);
                entries.setLength(0);
                count = 0;
            }
        }
    }
}
