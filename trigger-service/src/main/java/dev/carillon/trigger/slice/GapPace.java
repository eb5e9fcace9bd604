package dev.carillon.trigger.slice;

import dev.carillon.schemas.record.Reached;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether the watermark is so far behind that a gap is to be decided: by more than the grace.
 *
 * <p>Deciding a gap takes time as well, so where it ends the watermark may be behind by more than the grace again. Another
 * gap follows if the last one took at most half of the time that it covered; gaps in a row therefore become half as long
 * each time. After one that took longer, as there are a million schedules to be looked at, ticks go on one after the other,
 * and are late, until the watermark has caught up or falls behind by another grace.
 *
 * <p>All this is remembered in memory only. Whoever takes over decides one more gap and then knows as much.
 */
final class GapPace {
    private final Duration grace;
    /** How far behind the watermark may be. */
    private Duration patience;

    /** The last gap, and how long deciding it has taken so far. */
    private @Nullable Instant from;

    private @Nullable Instant until;
    private Duration took = Duration.ZERO;
    private boolean open;
    private Instant asked = Instant.MIN;

    GapPace(Duration grace) {
        this.grace = grace;
        this.patience = grace;
    }

    /** A part of a gap is planned. */
    void decides(Instant after, Instant end, Instant now) {
        if (open && after.equals(from) && end.equals(until)) {
            took = took.plus(sinceAsked(now));
        } else {
            from = after;
            until = end;
            took = Duration.ZERO;
            open = true;
        }
        asked = now;
    }

    /** Whether the watermark stands where the last gap has ended. */
    boolean hasEnded(Reached reached) {
        return until != null && reached.equals(Reached.allOf(until));
    }

    /** Whether a gap begins at the watermark. */
    boolean isGap(Reached reached, Instant now) {
        if (open && from != null && hasEnded(reached)) {
            took = took.plus(sinceAsked(now));
            boolean slow = took.multipliedBy(2).compareTo(Duration.between(from, reached.due())) > 0;
            patience = slow ? grace.plus(took).plus(grace) : grace;
            open = false;
        }
        Duration behind = Duration.between(reached.due(), now);
        if (asked.isBefore(now.minus(grace)) || behind.compareTo(grace) <= 0) {
            patience = grace; // Nobody has led for as long, or it has caught up.
        }
        asked = now;
        return reached.due().getEpochSecond() < now.minus(patience).getEpochSecond();
    }

    /** What is longer than the grace was not spent on slices: the process stood still, or somebody else led. */
    private Duration sinceAsked(Instant now) {
        Duration since = asked.isBefore(now.minus(grace)) ? Duration.ZERO : Duration.between(asked, now);
        return since.isNegative() ? Duration.ZERO : since;
    }
}
