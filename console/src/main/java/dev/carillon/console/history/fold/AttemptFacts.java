package dev.carillon.console.history.fold;

import dev.carillon.schemas.record.ResultStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What the records read so far show about one attempt; the order in which they come makes no difference. */
public final class AttemptFacts {
    private final int number;
    private long queued = Long.MAX_VALUE;
    private @Nullable Placement placement;
    private @Nullable Claim claim;
    private long handedBack;
    private @Nullable EndFact end;
    private long reported;

    /**
     * Its last task record.
     *
     * @param delayed whether it is in {@code delayed}, and not in a queue
     */
    public record Placement(
            RecordStamp stamp, boolean delayed, @Nullable Instant notBefore) {}

    /** The last record by which a worker claimed it. */
    public record Claim(
            RecordStamp stamp,
            @Nullable String worker,
            @Nullable Instant started) {}

    AttemptFacts(int number) {
        this.number = number;
    }

    /** An attempt with the facts of its row. */
    public static AttemptFacts restored(
            int number,
            long queued,
            @Nullable Placement placement,
            @Nullable Claim claim,
            long handedBack,
            @Nullable EndFact end,
            long reported) {
        AttemptFacts facts = new AttemptFacts(number);
        facts.queued = queued;
        facts.placement = placement;
        facts.claim = claim;
        facts.handedBack = handedBack;
        facts.end = end;
        facts.reported = reported;
        return facts;
    }

    void isPlaced(Placement added) {
        queued = Math.min(queued, added.stamp.at());
        if (placement == null || placement.stamp.isBefore(added.stamp)) {
            placement = added;
        }
    }

    void isClaimed(Claim added) {
        reported = Math.max(reported, added.stamp.at());
        if (claim == null || claim.stamp.isBefore(added.stamp)) {
            claim = added;
        }
    }

    void isHandedBack(long at) {
        reported = Math.max(reported, at);
        handedBack = Math.max(handedBack, at);
    }

    void ends(EndFact added) {
        reported = Math.max(reported, added.stamp().at());
        end = EndFact.prevailing(end, added);
    }

    /**
     * Whether a worker runs it, and has neither ended nor handed it back.
     *
     * @param sign append time of the last event that the execution runs, or 0; events don't name the attempt
     */
    boolean isRunning(long sign) {
        if (end != null) {
            return false;
        }
        boolean hasClaim = claim != null && claim.stamp.at() > handedBack;
        boolean reportedRunning = sign > handedBack && (queued == Long.MAX_VALUE || sign > queued);
        return hasClaim || reportedRunning;
    }

    public int number() {
        return number;
    }

    /** Append time of its first task record; {@code Long.MAX_VALUE} if there was none. */
    public long queued() {
        return queued;
    }

    public @Nullable Placement placement() {
        return placement;
    }

    public @Nullable Claim claim() {
        return claim;
    }

    /** Append time of the last HANDED_BACK; 0 if there was none. */
    public long handedBack() {
        return handedBack;
    }

    public @Nullable EndFact end() {
        return end;
    }

    /** Append time of the last claim or result; 0 if there was none. */
    public long reported() {
        return reported;
    }

    /** The status of its last claim or result, as users see it; null before the first. */
    public @Nullable ResultStatus status() {
        if (end != null) {
            return end.status();
        }
        if (claim != null && claim.stamp.at() > handedBack) {
            return ResultStatus.STARTED;
        }
        return handedBack > 0 ? ResultStatus.HANDED_BACK : null;
    }

    public @Nullable String worker() {
        if (end != null && end.worker() != null) {
            return end.worker();
        }
        return claim == null ? null : claim.worker;
    }

    public @Nullable Instant started() {
        if (end != null && end.started() != null) {
            return end.started();
        }
        return claim == null ? null : claim.started;
    }
}
