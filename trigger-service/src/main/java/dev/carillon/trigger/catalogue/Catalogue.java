package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.Watermark;
import dev.carillon.timing.state.MarkerMapper;
import dev.carillon.timing.state.ScheduleState;
import dev.carillon.trigger.definition.DefinitionRecord;
import dev.carillon.trigger.definition.InputRecord;
import dev.carillon.trigger.definition.OutcomesRead;
import dev.carillon.trigger.definition.PendingRecords;
import dev.carillon.trigger.definition.UnreadableDefinition;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All schedules as of the newest committed slice, and the inputs that it has not applied. One thread owns it. */
public final class Catalogue {
    private final TreeMap<String, ScheduleState> states = new TreeMap<>();
    private final DueIndex index = new DueIndex();
    private final ScheduleCounts counts = new ScheduleCounts();
    private final PendingRecords schedules = new PendingRecords();
    private final PendingRecords control = new PendingRecords();
    private final CalendarsInForce calendars = new CalendarsInForce();
    private @Nullable Watermark watermark;
    /** Markers that are newer than what {@link #states} shows, until the definitions they belong to are read. */
    private final Map<String, Optional<Marker>> newMarkers = new HashMap<>();

    private final DeletedSchedules deletions = new DeletedSchedules();
    private final PendingOutcomes outcomes = new PendingOutcomes();
    private final OutcomeInterest interest = new OutcomeInterest();

    private final UnusableDefinitions unusable = new UnusableDefinitions();

    private long stateOffset = -1;
    private boolean behind;

    /** The number of schedules by status; any thread may read it. */
    public ScheduleCounts counts() {
        return counts;
    }

    /** The watermark of the newest committed slice; null before the first one ever. */
    public @Nullable Watermark watermark() {
        return watermark;
    }

    /** The offset in {@code trigger-state} of the newest slice known here. */
    public long stateOffset() {
        return stateOffset;
    }

    /** Whether definitions or calendars that the newest slice has applied are not read yet. */
    public boolean isBehind() {
        return behind;
    }

    public PendingRecords schedules() {
        return schedules;
    }

    public CalendarsInForce calendars() {
        return calendars;
    }

    public PendingRecords control() {
        return control;
    }

    public PendingOutcomes outcomes() {
        return outcomes;
    }

    public OutcomeInterest outcomeInterest() {
        return interest;
    }

    public DueIndex dueIndex() {
        return index;
    }

    public @Nullable ScheduleState state(String taskId) {
        return states.get(taskId);
    }

    /** All schedules in the order of their taskIds. */
    public NavigableMap<String, ScheduleState> states() {
        return states;
    }

    /** Takes in a definition: it waits, or is applied at once if a slice has applied it already. */
    public void readSchedule(InputRecord record) {
        if (watermark == null || record.offset() >= watermark.positions().schedules()) {
            schedules.add(record);
            interest.definitionWaits(record.definition());
        } else {
            apply(record);
        }
    }

    /** Takes in a calendar. */
    public void readCalendar(InputRecord record) {
        calendars.read(record, watermark == null ? 0 : watermark.positions().calendars());
    }

    /** Takes in a command; one that a slice has applied already is dropped. */
    public void readCommand(InputRecord record) {
        if (watermark == null || record.offset() >= watermark.positions().control()) {
            control.add(record);
            interest.commandWaits(record.key());
        }
    }

    /** Follows outcomes from these positions on, none if empty; markers hold the effect of earlier ones. */
    public void followOutcomes(List<Long> from) {
        outcomes.follow(from);
    }

    public void readOutcomes(OutcomesRead read) {
        read.records().forEach(record -> outcomes.read(record, interest::matters));
        read.readTo().forEach(outcomes::readUpTo);
    }

    /** Whether any input waits to be applied. */
    public boolean hasInputs() {
        return !schedules.isEmpty() || !calendars.pending().isEmpty() || !control.isEmpty() || !outcomes.isEmpty();
    }

    /** Notes how far the topics have been read, which may be beyond the last record. */
    public void readUpTo(long schedulesPosition, long calendarsPosition, long controlPosition) {
        schedules.readUpTo(schedulesPosition);
        calendars.pending().readUpTo(calendarsPosition);
        control.readUpTo(controlPosition);
        settle();
    }

    /** Applies a committed slice, of this instance or another. */
    public void apply(CommittedSlice slice) {
        if (slice.offset() <= stateOffset) {
            return; // A slice of this instance, which has applied it already.
        }
        stateOffset = slice.offset();
        watermark = slice.watermark();
        newMarkers.putAll(slice.markers());
        long position = watermark.positions().schedules();
        for (InputRecord record = schedules.takeBelow(position);
                record != null;
                record = schedules.takeBelow(position)) {
            apply(record);
        }
        calendars.applyBelow(watermark.positions().calendars());
        while (control.takeBelow(watermark.positions().control()) != null) {
            // Applied by that slice: a command leaves no state here.
        }
        if (schedules.isEmpty() && control.isEmpty()) {
            interest.noInputWaits();
        }
        outcomes.appliedBelow(watermark.positions().outcomes());
        settle();
    }

    private void settle() {
        Watermark newest = watermark;
        if (newest == null) {
            return;
        }
        behind = schedules.read() < newest.positions().schedules()
                || calendars.pending().read() < newest.positions().calendars();
        if (!behind) {
            Set<String> left = new HashSet<>(newMarkers.keySet());
            left.forEach(taskId -> put(taskId, of(taskId, states.get(taskId))));
            newMarkers.clear();
            index.advance(newest.reached());
            counts.complete();
        }
    }

    /** A definition that a committed slice has applied. */
    private void apply(InputRecord record) {
        DefinitionRecord definition = record.definition();
        if (definition instanceof DefinitionRecord.Good good) {
            String taskId = good.schedule().taskId();
            unusable.remove(taskId);
            put(taskId, of(taskId, ScheduleState.plain(good.schedule(), good.timing(), record.offset())));
        } else if (definition instanceof DefinitionRecord.Gone gone) {
            unusable.remove(gone.taskId());
            put(gone.taskId(), of(gone.taskId(), null));
        } else if (definition instanceof DefinitionRecord.Bad bad) {
            // It changes only the marker, so an older definition stays here.
            String taskId = bad.taskId();
            if (taskId != null) {
                unusable.add(taskId, record.offset(), bad);
            }
        }
    }

    /** A definition in force that only a newer version may read: a leader here would put an older one in force. */
    public Optional<String> unreadable() {
        return unusable.unreadable(states::get);
    }

    /** Definitions in force whose times can't be computed here, as with an unknown zone: a leader parks them first. */
    public List<UnreadableDefinition> unplannable(int atMost) {
        return unusable.unplannable(states::get, atMost);
    }

    /** The state of a schedule by its marker and the definition that was read last; null if there is no schedule. */
    private @Nullable ScheduleState of(String taskId, @Nullable ScheduleState read) {
        Marker marker = marker(taskId);
        if (marker == null) {
            return read == null || read.schedule() == null ? null : read.unmarked();
        }
        Schedule lastGood = marker.lastGood();
        boolean neverGood = marker.brokenCode() != null && lastGood == null;
        if (marker.deleted() != null || neverGood) {
            return MarkerMapper.state(marker, null, null);
        } else if (lastGood != null) {
            return MarkerMapper.state(marker, lastGood, MarkerMapper.timing(lastGood));
        } else if (read != null && read.version() == marker.version()) {
            return MarkerMapper.state(marker, read.schedule(), read.timing());
        } else if (read != null && read.schedule() != null && read.version() > marker.version()) {
            // The slice that applied the later version deleted this marker, and compaction has removed the tombstone.
            return read.unmarked();
        }
        return MarkerMapper.state(marker, null, null);
    }

    private @Nullable Marker marker(String taskId) {
        Optional<Marker> written = newMarkers.get(taskId);
        if (written != null) {
            return written.orElse(null);
        }
        ScheduleState now = states.get(taskId);
        return now == null || !now.marked() ? null : now.marker();
    }

    /** Schedules deleted before that time that still have a marker. */
    public List<String> deletedBefore(Instant time, int atMost) {
        return deletions.before(time, atMost);
    }

    private void put(String taskId, @Nullable ScheduleState next) {
        ScheduleState last = next == null ? states.remove(taskId) : states.put(taskId, next);
        deletions.change(taskId, last, next);
        interest.change(taskId, last, next);
        calendars.change(taskId, last, next);
        index.change(taskId, last, next);
        counts.changed(last, next, index.rules());
    }
}
