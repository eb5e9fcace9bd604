package dev.carillon.timing.cron;

import dev.carillon.schemas.trigger.EarlierJitter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * By how much the ticks of a schedule are put off: a hash of taskId and instant, so that every instance computes the
 * same, evenly spread over the whole seconds from 0 to the width.
 *
 * <p>A definition that changes the width changes it only for later instants. Otherwise an instant that was dispatched
 * with the old width could be due again with the new one, and another instant would be due with neither.
 *
 * @param width of the instants still to come
 * @param earlier other widths and the last instants that have them, in order of time
 */
public record Jitter(Duration width, List<EarlierJitter> earlier) {
    /** Nothing is put off. */
    public static final Jitter NONE = new Jitter(Duration.ZERO, List.of());

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** Whether no instant is put off. */
    public boolean isNone() {
        return width.isZero() && earlier.isEmpty();
    }

    /** The longest that any instant may be put off. */
    public Duration longest() {
        Duration longest = width;
        for (EarlierJitter other : earlier) {
            longest = other.width().compareTo(longest) > 0 ? other.width() : longest;
        }
        return longest;
    }

    /** When the tick of a nominal instant is due. */
    public Instant due(String taskId, Instant nominal) {
        long seconds = widthOf(nominal).toSeconds();
        return seconds == 0 ? nominal : nominal.plusSeconds(Math.floorMod(hash(taskId, nominal), seconds + 1));
    }

    private Duration widthOf(Instant nominal) {
        for (EarlierJitter other : earlier) {
            if (!nominal.isAfter(other.until())) {
                return other.width();
            }
        }
        return width;
    }

    /** Not the hash that chooses a partition, or ticks that are due together would share a partition. */
    private static long hash(String taskId, Instant nominal) {
        long hash = FNV_OFFSET;
        for (int i = 0; i < taskId.length(); i++) {
            hash = (hash ^ taskId.charAt(i)) * FNV_PRIME;
        }
        hash = (hash ^ nominal.getEpochSecond()) * FNV_PRIME;
        // Neighbouring seconds differ in few bits, which this spreads over all.
        hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
        return hash ^ (hash >>> 31);
    }

    /**
     * The jitter of a schedule whose width changes after an instant.
     *
     * @param reached up to which the watermark has come
     * @param decided up to which the schedule's ticks are decided; earlier only while it is paused
     */
    public Jitter changedAt(Instant reached, Instant decided, Duration next) {
        List<EarlierJitter> kept = new ArrayList<>();
        for (EarlierJitter other : earlier) {
            // The first definition of a schedule may have an earlier width end beyond the watermark.
            kept.add(other.until().isAfter(reached) ? new EarlierJitter(reached, other.width()) : other);
        }
        if (!next.equals(width)) {
            kept.add(new EarlierJitter(reached, width));
        }
        while (!kept.isEmpty() && isOver(kept, next, decided)) {
            kept.remove(0);
        }
        return new Jitter(next, List.copyOf(kept));
    }

    /** Whether the oldest no longer matters: all its instants are decided, and would be with the next width as well. */
    private static boolean isOver(List<EarlierJitter> kept, Duration last, Instant decided) {
        EarlierJitter oldest = kept.get(0);
        Duration following = kept.size() > 1 ? kept.get(1).width() : last;
        Duration longer = following.compareTo(oldest.width()) > 0 ? following : oldest.width();
        return !oldest.until().plus(longer).isAfter(decided);
    }
}
