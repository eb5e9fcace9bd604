package dev.carillon.trigger.catalogue;

import dev.carillon.schemas.record.Arrangements;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Reached;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.trigger.cron.Jitter;
import dev.carillon.trigger.cron.Timing;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where one schedule stands.
 *
 * @param schedule the definition in force; null after deletion, or when it was never good
 * @param timing of that definition
 * @param version offset of that definition
 * @param position up to which the log of definitions was applied to it
 * @param floor ticks up to here are owed by no version
 * @param memory what became of its ticks so far
 * @param arrangements what is to become of its ticks beyond what the definition says
 * @param pause set while it is paused; its gap begins at the floor
 * @param broken why the newest definition can't be used
 * @param deleted when it was deleted
 * @param marked whether a marker in {@code trigger-state} says all this
 */
public record Standing(
        String taskId,
        @Nullable Schedule schedule,
        @Nullable Timing timing,
        long version,
        long position,
        long generation,
        Reached floor,
        Memory memory,
        Arrangements arrangements,
        @Nullable Pause pause,
        @Nullable Broken broken,
        @Nullable Instant deleted,
        boolean marked) {
    private static final Reached NO_FLOOR = Reached.allOf(Instant.EPOCH);

    /**
     * Why a definition can't be used.
     *
     * @param since set where it is the one in force: then none of its ticks fires, and the gap begins at the floor
     */
    public record Broken(
            String code, String message, @Nullable Instant since) {
        /** A definition in whose place the last good one goes on. */
        public Broken(String code, String message) {
            this(code, message, null);
        }
    }

    /**
     * Why no tick of it fires.
     *
     * @param reason set where the trigger itself has paused it; an author's reason stands in the definition
     */
    public record Pause(Instant since, @Nullable String reason) {
        public static Pause since(Instant instant) {
            return new Pause(instant, null);
        }
    }

    /** A schedule of which only its definition need be known. */
    public static Standing plain(Definition.Good good, long offset) {
        return new Standing(
                good.schedule().taskId(),
                good.schedule(),
                good.timing(),
                offset,
                offset + 1,
                0,
                NO_FLOOR,
                Memory.NONE,
                Arrangements.NONE,
                null,
                null,
                null,
                false);
    }

    /** The same schedule, of which no marker speaks any more. */
    Standing unmarked() {
        return schedule == null || timing == null ? this : plain(new Definition.Good(schedule, timing), version);
    }

    /** Whether its ticks fire. */
    public boolean fires() {
        return plan() != null && !hasGap() && deleted == null && !isComplete();
    }

    /** When it fires, as far as is known now: for one that follows its own ends, that is once at most. */
    public @Nullable Timing plan() {
        if (schedule == null || schedule.when().afterEnd() == null) {
            return timing;
        }
        Instant next = memory.next();
        return next == null ? null : Timing.once(next);
    }

    /** Whether it has had as many runs as it shall have. */
    public boolean isComplete() {
        Long most = schedule == null ? null : schedule.when().maxRuns();
        return most != null && memory.runs() >= most;
    }

    /** Those whose ends it waits for. */
    public List<String> parents() {
        return schedule == null || deleted != null ? List.of() : schedule.when().dependsOn();
    }

    /** Up to when an instant may wait for the schedules it depends on. */
    public static Instant lastFor(Schedule schedule, Instant instant) {
        return instant.plus(Objects.requireNonNullElse(schedule.deadline(), Limits.MAX_DEADLINE));
    }

    public boolean isPaused() {
        return pause != null;
    }

    /** Whether the definition in force can't be evaluated. */
    public boolean isParked() {
        return broken != null && broken.since() != null;
    }

    /** Whether a gap of its own is open, which is decided when it ends. */
    public boolean hasGap() {
        return isPaused() || isParked();
    }

    /** The calendar that its definition names. */
    public @Nullable String calendar() {
        return schedule == null ? null : schedule.when().calendar();
    }

    /** Ticks of this schedule up to here are decided once the given pair is reached. */
    public Instant decidedAt(Reached reached) {
        return reached.taskId().compareTo(taskId) >= 0
                ? reached.due()
                : reached.due().minusSeconds(1);
    }

    /** Whether a tick is its version's that is due then. */
    public boolean owes(Instant due) {
        return due.isAfter(decidedAt(floor));
    }

    /** Whether the definition and the watermark do not say all that has to be remembered. */
    public boolean needsMarker(Reached reached) {
        return generation > 0
                || pause != null
                || broken != null
                || deleted != null
                || !memory.isEmpty()
                || !arrangements.isEmpty()
                || floor.compareTo(reached) > 0;
    }

    /** What has to be remembered. */
    public Marker marker() {
        return Marked.marker(this);
    }

    public Standing withMemory(Memory next) {
        return with(floor, next, arrangements, pause);
    }

    public Standing withArrangements(Arrangements next) {
        return with(floor, memory, next, pause);
    }

    private Standing with(Reached from, Memory remembered, Arrangements arranged, @Nullable Pause paused) {
        return new Standing(
                taskId,
                schedule,
                timing,
                version,
                position,
                generation,
                from,
                remembered,
                arranged,
                paused,
                broken,
                deleted,
                true);
    }

    /** By how much its ticks are put off. */
    public Jitter jitter() {
        Duration width = schedule == null ? Duration.ZERO : schedule.when().jitter();
        return width.isZero() && arrangements.jitters().isEmpty()
                ? Jitter.NONE
                : new Jitter(width, arrangements.jitters());
    }

    /** Its definition can't be evaluated: none of its ticks fires from the floor on. */
    public Standing parked(Reached from, Broken why) {
        return new Standing(
                taskId,
                schedule,
                timing,
                version,
                position,
                generation,
                from,
                memory,
                arrangements,
                pause,
                why,
                deleted,
                true);
    }

    /** Paused by the trigger itself; its gap begins at the floor. */
    public Standing paused(Reached from, Pause why) {
        return with(from, memory, arrangements, why);
    }
}
