package dev.carillon.trigger.slice.gap;

import dev.carillon.schemas.trigger.DecidedUpTo;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether the watermark is so far behind that a gap begins: by more than the grace.
 *
 * <p>Deciding a gap takes time as well, so where it ends the watermark may be behind by more than the grace again.
 * Another gap follows if the last one took at most half of the time that it covered; gaps in a row therefore become
 * half as long each time. After one that took longer, as there are a million schedules to be looked at, ticks go on one
 * after the other, and are late, until the watermark has caught up or falls behind by another grace.
 *
 * <p>None of this is stored. A new leader decides one more gap, and then knows as much.
 */
public final class GapPace {
    private final Duration grace;
    /** How far behind the watermark may be. */
    private Duration allowedLag;

    /** The last gap, and how long deciding it has taken so far. */
    private @Nullable Instant from;

    private @Nullable Instant until;
    private Duration took = Duration.ZERO;
    private boolean open;
    private Instant lastAsked = Instant.MIN;

    public GapPace(Duration grace) {
        this.grace = grace;
        this.allowedLag = grace;
    }

    /** A part of a gap is planned. */
    public void decides(Instant after, Instant end, Instant now) {
        if (open && after.equals(from) && end.equals(until)) {
            took = took.plus(sinceAsked(now));
        } else {
            from = after;
            until = end;
            took = Duration.ZERO;
            open = true;
        }
        lastAsked = now;
    }

    /** Whether the watermark stands where the last gap has ended. */
    public boolean hasEnded(DecidedUpTo decided) {
        return until != null && decided.equals(DecidedUpTo.allOf(until));
    }

    /** Whether a gap begins at the watermark. */
    public boolean isGap(DecidedUpTo decided, Instant now) {
        if (open && from != null && hasEnded(decided)) {
            took = took.plus(sinceAsked(now));
            boolean slow = took.multipliedBy(2).compareTo(Duration.between(from, decided.due())) > 0;
            allowedLag = slow ? grace.plus(took).plus(grace) : grace;
            open = false;
        }
        Duration behind = Duration.between(decided.due(), now);
        if (lastAsked.isBefore(now.minus(grace)) || behind.compareTo(grace) <= 0) {
            allowedLag = grace; // No instance led for that long, or the watermark has caught up.
        }
        lastAsked = now;
        return decided.due().getEpochSecond() < now.minus(allowedLag).getEpochSecond();
    }

    /** Zero if longer than the grace: then the process stood still, or another instance led. */
    private Duration sinceAsked(Instant now) {
        Duration since = lastAsked.isBefore(now.minus(grace)) ? Duration.ZERO : Duration.between(lastAsked, now);
        return since.isNegative() ? Duration.ZERO : since;
    }
}
