package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Watermark;
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

/** All schedules as the newest committed slice left them, and the inputs that wait behind it. Owned by one thread. */
public final class Catalogue {
    private final TreeMap<String, Standing> standings = new TreeMap<>();
    private final Agenda agenda = new Agenda();
    private final ScheduleCounts counts = new ScheduleCounts();
    private final Pending schedules = new Pending();
    private final Pending control = new Pending();
    private final Calendars calendars = new Calendars();
    private @Nullable Watermark watermark;
    /** Markers that are newer than what {@link #standings} shows, until the definitions they belong to are read. */
    private final Map<String, Optional<Marker>> newMarkers = new HashMap<>();

    private final Deletions deletions = new Deletions();
    private final PendingOutcomes outcomes = new PendingOutcomes();
    private final Awaited awaited = new Awaited();

    private final Unusable unusable = new Unusable();

    private long stateOffset = -1;
    private boolean behind;

    /** How many schedules there are, for any thread. */
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

    /** Whether definitions are still missing that the newest slice had applied. */
    public boolean isBehind() {
        return behind;
    }

    public Pending schedules() {
        return schedules;
    }

    public Calendars calendars() {
        return calendars;
    }

    public Pending control() {
        return control;
    }

    public PendingOutcomes outcomes() {
        return outcomes;
    }

    public Awaited awaited() {
        return awaited;
    }

    public Agenda agenda() {
        return agenda;
    }

    public @Nullable Standing standing(String taskId) {
        return standings.get(taskId);
    }

    /** All schedules in the order of their taskIds. */
    public NavigableMap<String, Standing> standings() {
        return standings;
    }

    /** Takes in definitions that were read up to a position. */
    public void readSchedule(InputRecord record) {
        if (watermark == null || record.offset() >= watermark.positions().schedules()) {
            schedules.add(record);
            awaited.reads(record.definition());
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
            awaited.readsCommand(record.key());
        }
    }

    /** From here on outcomes are taken in from these positions, or none are; what was before is in the markers. */
    public void followOutcomes(List<Long> from) {
        outcomes.follow(from);
    }

    public void readOutcomes(OutcomesRead read) {
        read.records().forEach(record -> outcomes.read(record, awaited::matters));
        read.readTo().forEach(outcomes::readUpTo);
    }

    /** Whether anything waits to be applied. */
    public boolean hasInputs() {
        return !schedules.isEmpty() || !calendars.pending().isEmpty() || !control.isEmpty() || !outcomes.isEmpty();
    }

    /** Says how far the topics have been read, which may be beyond the last record. */
    public void readUpTo(long schedulesPosition, long calendarsPosition, long controlPosition) {
        schedules.readUpTo(schedulesPosition);
        calendars.pending().readUpTo(calendarsPosition);
        control.readUpTo(controlPosition);
        settle();
    }

    /** Applies what a committed slice changed, whoever committed it. */
    public void apply(Step step) {
        if (step.offset() <= stateOffset) {
            return; // The echo of a slice of our own.
        }
        stateOffset = step.offset();
        watermark = step.watermark();
        newMarkers.putAll(step.markers());
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
            awaited.readsNothing();
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
            left.forEach(taskId -> put(taskId, of(taskId, standings.get(taskId))));
            newMarkers.clear();
            agenda.advance(newest.reached());
            counts.complete();
        }
    }

    /** A definition that a committed slice has applied. */
    private void apply(InputRecord record) {
        Definition definition = record.definition();
        if (definition instanceof Definition.Good good) {
            String taskId = good.schedule().taskId();
            unusable.remove(taskId);
            put(taskId, of(taskId, Standing.plain(good, record.offset())));
        } else if (definition instanceof Definition.Gone gone) {
            unusable.remove(gone.taskId());
            put(gone.taskId(), of(gone.taskId(), null));
        } else if (definition instanceof Definition.Bad bad) {
            // It changes only the marker.
            String taskId = bad.taskId();
            if (taskId != null) {
                unusable.add(taskId, record.offset(), bad);
            }
        }
    }

    /** A definition in force of which a newer version may know more. An older one would go on in its place. */
    public Optional<String> misread() {
        return unusable.unreadable(standings::get);
    }

    /** Definitions in force that can't be planned here, as their zone is gone: they have to be parked before all else. */
    public List<Misread> unplannable(int atMost) {
        return unusable.unplannable(standings::get, atMost);
    }

    /** What a marker makes of a definition. */
    private @Nullable Standing of(String taskId, @Nullable Standing read) {
        Marker marker = marker(taskId);
        if (marker == null) {
            return read == null || read.schedule() == null ? null : read.unmarked();
        }
        Schedule lastGood = marker.lastGood();
        boolean neverGood = marker.brokenCode() != null && lastGood == null;
        if (marker.deleted() != null || neverGood) {
            return Marked.standing(marker, null, null);
        } else if (lastGood != null) {
            return Marked.standing(marker, lastGood, Marked.timing(lastGood));
        } else if (read != null && read.version() == marker.version()) {
            return Marked.standing(marker, read.schedule(), read.timing());
        } else if (read != null && read.schedule() != null && read.version() > marker.version()) {
            // Whoever applied a later one has deleted this marker, and compaction the word of that.
            return read.unmarked();
        }
        return Marked.standing(marker, null, null);
    }

    private @Nullable Marker marker(String taskId) {
        Optional<Marker> written = newMarkers.get(taskId);
        if (written != null) {
            return written.orElse(null);
        }
        Standing now = standings.get(taskId);
        return now == null || !now.marked() ? null : now.marker();
    }

    /** Schedules deleted before that time whose marker still stands. */
    public List<String> deletedBefore(Instant time, int atMost) {
        return deletions.before(time, atMost);
    }

    private void put(String taskId, @Nullable Standing next) {
        Standing last = next == null ? standings.remove(taskId) : standings.put(taskId, next);
        deletions.change(taskId, last, next);
        awaited.change(taskId, last, next);
        calendars.change(taskId, last, next);
        agenda.change(taskId, last, next);
        counts.changed(last, next, agenda.rules());
    }
}
