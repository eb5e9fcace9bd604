package dev.carillon.timing.state;

import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.trigger.ScheduleOverrides;
import dev.carillon.schemas.work.Limits;
import dev.carillon.timing.cron.Jitter;
import dev.carillon.timing.cron.Timing;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of one schedule: its definition, and all that its next ticks depend on beside it.
 *
 * @param schedule the definition in force; null after deletion, or when it was never good
 * @param timing of that definition
 * @param version offset of that definition
 * @param position up to which the log of definitions was applied to it
 * @param floor this version has no ticks up to here
 * @param progress the part of its past ticks that later ticks depend on
 * @param overrides exceptions to its definition, such as skipped ticks and a backfill
 * @param pause set while it is paused; its gap begins at the floor
 * @param broken why the newest definition can't be used
 * @param deleted when it was deleted
 * @param marked whether a marker in {@code trigger-state} holds this state
 */
@RecordBuilder
public record ScheduleState(
        String taskId,
        @Nullable Schedule schedule,
        @Nullable Timing timing,
        long version,
        long position,
        long generation,
        DecidedUpTo floor,
        TickProgress progress,
        ScheduleOverrides overrides,
        @Nullable Pause pause,
        @Nullable Broken broken,
        @Nullable Instant deleted,
        boolean marked) {
    private static final DecidedUpTo NO_FLOOR = DecidedUpTo.allOf(Instant.EPOCH);

    /**
     * Why a definition can't be used.
     *
     * @param since set if it is the one in force: then none of its ticks fires, and the gap begins at the floor
     */
    public record Broken(
            String code, String message, @Nullable Instant since) {
        /** A definition that can't be used while the last good one stays in force. */
        public Broken(String code, String message) {
            this(code, message, null);
        }
    }

    /**
     * A pause, in which no tick fires.
     *
     * @param reason set if the trigger itself has paused it; an author's reason is in the definition
     */
    public record Pause(Instant since, @Nullable String reason) {
        public static Pause since(Instant instant) {
            return new Pause(instant, null);
        }
    }

    /** A schedule without a marker, whose state follows from its definition alone. */
    public static ScheduleState plain(Schedule schedule, Timing timing, long offset) {
        return ScheduleStateBuilder.builder()
                .taskId(schedule.taskId())
                .schedule(schedule)
                .timing(timing)
                .version(offset)
                .position(offset + 1)
                .floor(NO_FLOOR)
                .progress(TickProgress.NONE)
                .overrides(ScheduleOverrides.NONE)
                .build();
    }

    /** The same schedule after its marker was deleted. */
    public ScheduleState unmarked() {
        return schedule == null || timing == null ? this : plain(schedule, timing, version);
    }

    /** Whether its ticks fire. */
    public boolean fires() {
        return plan() != null && !hasGap() && deleted == null && !isComplete();
    }

    /** When it fires, as far as it is known now: at most once for a schedule that runs after its own end. */
    public @Nullable Timing plan() {
        if (schedule == null || schedule.when().afterEnd() == null) {
            return timing;
        }
        Instant next = progress.next();
        return next == null ? null : Timing.once(next);
    }

    /** Whether it has reached its maximum number of runs. */
    public boolean isComplete() {
        Long most = schedule == null ? null : schedule.when().maxRuns();
        return most != null && progress.runs() >= most;
    }

    /** The taskIds of the schedules that it depends on. */
    public List<String> parents() {
        return schedule == null || deleted != null ? List.of() : schedule.when().dependsOn();
    }

    /** Until when an instant may wait for the parents of its schedule. */
    public static Instant parentsDeadline(Schedule schedule, Instant instant) {
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

    /** The last instant of which this schedule's tick is decided at this point. */
    public Instant decidedAt(DecidedUpTo decided) {
        return decided.lastOf(taskId);
    }

    /** Whether a tick that is due then belongs to this version. */
    public boolean isAfterFloor(Instant due) {
        return due.isAfter(decidedAt(floor));
    }

    /** Whether the definition and the watermark are not enough to restore this state. */
    public boolean needsMarker(DecidedUpTo decided) {
        return generation > 0
                || pause != null
                || broken != null
                || deleted != null
                || !progress.isEmpty()
                || !overrides.isEmpty()
                || floor.compareTo(decided) > 0;
    }

    /** The marker from which this state can be restored. */
    public Marker marker() {
        return MarkerMapper.marker(this);
    }

    public ScheduleState withProgress(TickProgress next) {
        return ScheduleStateBuilder.builder(this).progress(next).marked(true).build();
    }

    public ScheduleState withOverrides(ScheduleOverrides next) {
        return ScheduleStateBuilder.builder(this).overrides(next).marked(true).build();
    }

    /** By how much its ticks are delayed. */
    public Jitter jitter() {
        Duration width = schedule == null ? Duration.ZERO : schedule.when().jitter();
        return width.isZero() && overrides.jitters().isEmpty() ? Jitter.NONE : new Jitter(width, overrides.jitters());
    }

    /** The same schedule, parked as its definition can't be evaluated: none of its ticks fires from the floor on. */
    public ScheduleState parked(DecidedUpTo from, Broken why) {
        return ScheduleStateBuilder.builder(this)
                .floor(from)
                .broken(why)
                .marked(true)
                .build();
    }

    /** The same schedule, paused by the trigger itself; its gap begins at the floor. */
    public ScheduleState paused(DecidedUpTo from, Pause why) {
        return ScheduleStateBuilder.builder(this)
                .floor(from)
                .pause(why)
                .marked(true)
                .build();
    }
}
