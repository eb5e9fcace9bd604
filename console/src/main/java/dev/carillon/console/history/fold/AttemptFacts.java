package dev.carillon.console.history.fold;

import dev.carillon.schemas.record.ResultStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What is known of one attempt. */
public final class AttemptFacts {
    private final int number;
    private long queued = Long.MAX_VALUE;
    private @Nullable Lying lying;
    private @Nullable Claim claim;
    private long handedBack;
    private @Nullable EndFact end;
    private long said;

    /**
     * Where its task was put last.
     *
     * @param delayed into a timer, and not into a queue
     */
    public record Lying(
            Stamp stamp, boolean delayed, @Nullable Instant notBefore) {}

    /** The last claim: a worker said that it has it. */
    public record Claim(
            Stamp stamp, @Nullable String worker, @Nullable Instant started) {}

    AttemptFacts(int number) {
        this.number = number;
    }

    /** As it was kept. */
    public static AttemptFacts restored(
            int number,
            long queued,
            @Nullable Lying lying,
            @Nullable Claim claim,
            long handedBack,
            @Nullable EndFact end,
            long said) {
        AttemptFacts facts = new AttemptFacts(number);
        facts.queued = queued;
        facts.lying = lying;
        facts.claim = claim;
        facts.handedBack = handedBack;
        facts.end = end;
        facts.said = said;
        return facts;
    }

    void lies(Lying told) {
        queued = Math.min(queued, told.stamp.at());
        if (lying == null || lying.stamp.isBefore(told.stamp)) {
            lying = told;
        }
    }

    void isClaimed(Claim told) {
        said = Math.max(said, told.stamp.at());
        if (claim == null || claim.stamp.isBefore(told.stamp)) {
            claim = told;
        }
    }

    void isHandedBack(long at) {
        said = Math.max(said, at);
        handedBack = Math.max(handedBack, at);
    }

    void ends(EndFact told) {
        said = Math.max(said, told.stamp().at());
        end = EndFact.counting(end, told);
    }

    /**
     * Whether a worker has it and has neither ended it nor given it back.
     *
     * @param sign append time of the last event that the execution runs, or 0; events don't say which attempt they mean
     */
    boolean isRunning(long sign) {
        if (end != null) {
            return false;
        }
        boolean claimed = claim != null && claim.stamp.at() > handedBack;
        boolean meant = sign > handedBack && (queued == Long.MAX_VALUE || sign > queued);
        return claimed || meant;
    }

    public int number() {
        return number;
    }

    /** Append time of its first task record; the greatest number if there was none. */
    public long queued() {
        return queued;
    }

    public @Nullable Lying lying() {
        return lying;
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

    /** Append time of what was said of it last; 0 if nothing was. */
    public long said() {
        return said;
    }

    /** What was said of it last, as people see it. */
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
