package dev.carillon.console.live;

import dev.carillon.console.api.EventSink;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One client and how far it has heard. Used by one thread, and never waits. */
final class Follower {
    static final Duration HEARTBEAT = Duration.ofSeconds(5);
    /** Whoever takes nothing for so long is cut off. */
    static final Duration STUCK = Duration.ofSeconds(30);

    /** So that one that comes back with much to catch up on does not get it all in one piece. */
    private static final int NEWS_A_ROUND = 20;

    private final EventSink sink;
    private final Interest interest;
    private final @Nullable Position asked;
    private Position heard = new Position("", 0);
    private boolean missed;
    private boolean greeted;
    private @Nullable Instant blockedSince;
    private Instant wrote = Instant.EPOCH;
    private byte @Nullable [] freshnessSaid;

    /** What became of it in one round. */
    enum Fate {
        STAYS,
        LEFT,
        CUT_OFF
    }

    /** A client, with the position it came back with. */
    Follower(EventSink sink, Interest interest, @Nullable Position asked) {
        this.sink = sink;
        this.interest = interest;
        this.asked = asked;
    }

    /** Goes on where it was, if that is still known; else it hears what happens from now on. */
    void begin(Tail tail) {
        boolean resumed = asked != null && tail.after(asked, 0).isPresent();
        heard = asked != null && resumed ? asked : tail.last();
        missed = asked != null && !resumed;
    }

    /**
     * Writes what it has not heard.
     *
     * @param freshness the event of how fresh all is, told once
     */
    Fate tell(Tail tail, byte @Nullable [] freshness, Instant now) {
        try {
            if (!sink.isReady()) {
                return blocked(now);
            }
            blockedSince = null;
            greet(now);
            tellNews(tail, now);
            if (freshness != null && freshness != freshnessSaid && sink.isReady()) {
                write(freshness, now);
                freshnessSaid = freshness;
            }
            if (isOver(wrote, HEARTBEAT, now) && sink.isReady()) {
                write(EventText.heartbeat(), now);
            }
            return Fate.STAYS;
        } catch (IOException e) {
            // The usual way for a client to leave; the number of clients shows it.
            sink.close();
            return Fate.LEFT;
        }
    }

    private Fate blocked(Instant now) {
        if (blockedSince == null) {
            blockedSince = now;
        }
        if (isOver(blockedSince, STUCK, now)) {
            sink.close();
            return Fate.CUT_OFF;
        }
        return Fate.STAYS;
    }

    private void greet(Instant now) throws IOException {
        if (!greeted) {
            write(EventText.first(heard), now);
            greeted = true;
        }
    }

    private void tellNews(Tail tail, Instant now) throws IOException {
        Optional<List<News>> following = tail.after(heard, NEWS_A_ROUND);
        boolean incomplete =
                !interest.isAll() && following.stream().flatMap(List::stream).anyMatch(News::isIncomplete);
        if ((missed || following.isEmpty() || incomplete) && sink.isReady()) {
            heard = missed ? heard : tail.last();
            missed = false;
            write(EventText.event("lost", heard, "{}"), now);
            return;
        }
        for (News news : following.orElse(List.of())) {
            Optional<byte[]> event = news.eventFor(interest);
            if (event.isPresent()) {
                if (!sink.isReady()) {
                    return;
                }
                write(event.get(), now);
            }
            heard = news.position();
        }
    }

    private void write(byte[] bytes, Instant now) throws IOException {
        sink.write(bytes);
        wrote = now;
    }

    void close() {
        sink.close();
    }

    private static boolean isOver(Instant since, Duration time, Instant now) {
        return Duration.between(since, now).compareTo(time) >= 0;
    }
}
