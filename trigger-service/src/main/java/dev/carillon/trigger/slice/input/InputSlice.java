package dev.carillon.trigger.slice.input;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.trigger.InputPositions;
import dev.carillon.schemas.trigger.OutcomeCursor;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.catalogue.Catalogue;
import dev.carillon.trigger.catalogue.PendingOutcomes;
import dev.carillon.trigger.definition.DefinitionRecord;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.slice.backfill.BackfillSlice;
import dev.carillon.trigger.slice.build.PauseRoom;
import dev.carillon.trigger.slice.build.SlicePlan;
import dev.carillon.trigger.slice.build.SlicePlanBuilder;
import dev.carillon.trigger.slice.dependency.DependencyRules;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Applies waiting outcomes, calendars, definitions and commands, as many as one slice holds. */
public final class InputSlice {
    private static final int EXPIRED_AT_ONCE = 1_000;
    /** An outcome that was written before a deadline is read within this time after it. */
    private static final Duration MAY_BE_READ_WITHIN = Duration.ofSeconds(1);

    /** A calendar written just before a schedule may be read just after it. */
    private static final Duration CALENDAR_WAIT = Duration.ofSeconds(1);

    /**
     * A slice of inputs.
     *
     * @param mayBackfill whether backfills may go on in what room is left of it
     */
    public SlicePlan plan(Catalogue catalogue, SlicePlanBuilder slice, boolean mayBackfill) {
        // Outcomes come first: which of them matter was decided by the definitions in force until now. An outcome that
        // the last slice applied in part goes on before all else, so that it meets the same dependants.
        InputPositions from = slice.positions();
        List<Long> outcomes = new ArrayList<>(from.outcomes());
        if (!resumeOutcome(catalogue.outcomes(), outcomes, slice)) {
            return slice.done(slice.reached(), slice.positions(), null);
        }
        // Outcomes may never stop coming, so deadlines that passed long ago are decided before them.
        expire(slice.reached().due().minus(MAY_BE_READ_WITHIN), slice);
        outcomes(catalogue.outcomes(), outcomes, slice);
        if (slice.outcome() != null) {
            return slice.done(
                    slice.reached(),
                    new InputPositions(from.schedules(), from.calendars(), from.control(), List.copyOf(outcomes)),
                    null);
        }
        // Outcomes read by now count as in time, though the watermark may have passed a deadline meanwhile.
        expire(slice.reached().due(), slice);
        // Calendars come before the schedules that name them.
        long calendars = from.calendars();
        Iterator<InputRecord> calendarRecords = catalogue.calendars().pending().look();
        while (calendarRecords.hasNext() && !slice.size().isFull()) {
            InputRecord record = calendarRecords.next();
            CalendarDecision.decide(record, slice);
            calendars = record.offset() + 1;
            slice.countInputs(1);
        }
        // A first load is one slice: nothing can be due yet, so nothing waits for it, and all begin at one instant.
        boolean first = from.schedules() == 0 && slice.size().isFresh();
        AppliedList appliedList = new AppliedList(slice, first);
        long schedules = from.schedules();
        Iterator<InputRecord> definitions = catalogue.schedules().look();
        boolean room = !calendarRecords.hasNext();
        while (room
                && definitions.hasNext()
                && !(first ? slice.size().holdsMost() : slice.size().isFull())) {
            InputRecord record = definitions.next();
            room = apply(record, appliedList, slice);
            schedules = room ? record.offset() + 1 : schedules;
        }
        // Commands come after the definitions that were there before them, or they would miss a schedule just made.
        boolean open = room && !definitions.hasNext();
        CommandOrder order = new CommandOrder(catalogue.schedules().read(), slice.now());
        long control = from.control();
        Iterator<InputRecord> commands = catalogue.control().look();
        while (open && commands.hasNext() && !slice.size().isFull()) {
            InputRecord record = commands.next();
            open = CommandDecision.decide(record, order, slice);
            control = open ? record.offset() + 1 : control;
            slice.countInputs(open ? 1 : 0);
        }
        appliedList.flush();
        if (mayBackfill && slice.inputs() > 0) {
            // If inputs never stop, backfills get no other turn.
            BackfillSlice.goOn(catalogue.outcomeInterest().backfills().underWay(), slice);
        }
        return slice.done(
                slice.reached(), new InputPositions(schedules, calendars, control, List.copyOf(outcomes)), null);
    }

    /** Lets schedules go on that have waited too long for an outcome. */
    private static void expire(Instant upTo, SlicePlanBuilder slice) {
        for (String taskId : slice.outcomeInterest().expired(upTo, EXPIRED_AT_ONCE)) {
            if (slice.size().isFull()) {
                return;
            }
            OutcomeExpiry.decide(taskId, upTo, slice);
            slice.countInputs(1);
        }
    }

    /** Goes on with an outcome applied in part; returns false if this slice can't finish it either. */
    private static boolean resumeOutcome(PendingOutcomes pending, List<Long> positions, SlicePlanBuilder slice) {
        OutcomeCursor cursor = slice.outcome();
        if (cursor == null) {
            return true;
        }
        Iterator<InputRecord> records = pending.look(cursor.partition());
        if (!records.hasNext()) {
            return false; // It is still to be read: the position can't pass it before.
        }
        return apply(records.next(), cursor, positions, slice);
    }

    private static void outcomes(PendingOutcomes pending, List<Long> positions, SlicePlanBuilder slice) {
        for (int partition = 0; pending.isFollowed() && partition < positions.size(); partition++) {
            Iterator<InputRecord> records = pending.look(partition);
            while (records.hasNext() && !slice.size().isFull()) {
                InputRecord record = records.next();
                // The outcome that was resumed first is done.
                if (record.offset() >= positions.get(partition) && !apply(record, null, positions, slice)) {
                    return;
                }
            }
            if (!records.hasNext()) {
                positions.set(partition, pending.readUpTo(partition));
            }
        }
    }

    /** Returns false if the slice can't hold all of it. */
    private static boolean apply(
            InputRecord record, @Nullable OutcomeCursor from, List<Long> positions, SlicePlanBuilder slice) {
        OutcomeCursor stopped = OutcomeDecision.decide(record, from, slice);
        slice.outcomeStopsAt(stopped);
        slice.countInputs(1);
        if (stopped == null) {
            positions.set(record.partition(), record.offset() + 1);
        }
        return stopped == null;
    }

    /** Returns false if it has to wait for the next slice. */
    private static boolean apply(InputRecord record, AppliedList appliedList, SlicePlanBuilder slice) {
        DefinitionRecord read = record.definition();
        if (DefinitionJudgement.lacksCalendar(read, slice) && record.isYoung(slice.now(), CALENDAR_WAIT)) {
            return false;
        }
        DefinitionRecord definition = DependencyRules.checked(DefinitionJudgement.judged(read, slice), slice);
        String taskId = DefinitionDecision.taskId(definition);
        if (taskId == null) {
            slice.countApplied();
            DefinitionDecision.deadLetter(record, (DefinitionRecord.Bad) definition, slice);
            return true;
        }
        ScheduleState before = slice.state(taskId);
        if (PauseRoom.isTooSmall(before, definition, slice)) {
            return false;
        }
        slice.countApplied();
        DefinitionDecision.decide(before, record, definition, slice);
        appliedList.add(taskId, slice.state(taskId), record);
        return true;
    }

    /** Lists the applied definitions in events of limited size. */
    private static final class AppliedList {
        private static final int MAX_ENTRIES = 5_000;
        /** An event is at most a megabyte. */
        private static final int MAX_CHARACTERS = 900_000;

        private final SlicePlanBuilder slice;
        private final boolean uncounted;
        private final StringBuilder entries = new StringBuilder();
        private int count;

        /**
         * An empty list.
         *
         * @param uncounted whether its events may go beyond what a slice holds
         */
        AppliedList(SlicePlanBuilder slice, boolean uncounted) {
            this.slice = slice;
            this.uncounted = uncounted;
        }

        void add(String taskId, @Nullable ScheduleState state, InputRecord record) {
            // A taskId has no character that JSON escapes.
            entries.append(count == 0 ? "" : ",")
                    .append("{\"taskId\":\"")
                    .append(taskId)
                    .append("\",\"version\":")
                    .append(state == null ? record.offset() : state.version())
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
                        slice.rules().shard(),
                        slice.now(),
                        slice.rules().source(),
                        message,
                        RawJson.written(("{\"applied\":[" + entries + "]}").getBytes(StandardCharsets.US_ASCII)),
                        Map.of());
                slice.publish(event, !uncounted);
                entries.setLength(0);
                count = 0;
            }
        }
    }
}
