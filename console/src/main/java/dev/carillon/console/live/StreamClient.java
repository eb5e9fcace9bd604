package dev.carillon.console.live;

import dev.carillon.console.api.EventSink;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One client, and the position up to which it was sent changes. Used by one thread, and never blocks. */
final class StreamClient {
    static final Duration HEARTBEAT = Duration.ofSeconds(5);
    /** A client that reads nothing for this long is disconnected. */
    static final Duration LONGEST_BLOCKED = Duration.ofSeconds(30);

    /** Bounds what a client that reconnects with a long backlog is sent at once. */
    private static final int BATCHES_A_ROUND = 20;

    private final EventSink sink;
    private final ChangeFilter filter;
    private final @Nullable StreamPosition asked;
    private StreamPosition position = new StreamPosition("", 0);
    private boolean missed;
    private boolean started;
    private @Nullable Instant blockedSince;
    private Instant wrote = Instant.EPOCH;
    private byte @Nullable [] freshnessSent;

    /** The state of the connection after a round. */
    enum Connection {
        OPEN,
        LEFT,
        CUT_OFF
    }

    /** A client that reconnects with this position, or a new one if it is null. */
    StreamClient(EventSink sink, ChangeFilter filter, @Nullable StreamPosition asked) {
        this.sink = sink;
        this.filter = filter;
        this.asked = asked;
    }

    /** Continues after the position it asked for if the batches are still kept, else with the next changes. */
    void begin(RecentChanges recent) {
        boolean resumed = asked != null && recent.after(asked, 0).isPresent();
        position = asked != null && resumed ? asked : recent.last();
        missed = asked != null && !resumed;
    }

    /**
     * Sends what it has not been sent yet, as far as it can take it.
     *
     * @param freshness the current event of the history's freshness, or null
     */
    Connection send(RecentChanges recent, byte @Nullable [] freshness, Instant now) {
        try {
            if (!sink.isReady()) {
                return blocked(now);
            }
            blockedSince = null;
            start(now);
            sendChanges(recent, now);
            if (freshness != null && freshness != freshnessSent && sink.isReady()) {
                write(freshness, now);
                freshnessSent = freshness;
            }
            // After the clock was set back, the time of the last write is unknown.
            if ((now.isBefore(wrote) || isOver(wrote, HEARTBEAT, now)) && sink.isReady()) {
                write(EventText.heartbeat(), now);
            }
            return Connection.OPEN;
        } catch (IOException | RuntimeException e) {
            // The usual way for a client to disconnect; the number of clients shows it. Whatever else a connection
            // throws must not keep the other clients from their changes.
            sink.close();
            return Connection.LEFT;
        }
    }

    private Connection blocked(Instant now) {
        if (blockedSince == null || now.isBefore(blockedSince)) {
            blockedSince = now;
        }
        if (isOver(blockedSince, LONGEST_BLOCKED, now)) {
            sink.close();
            return Connection.CUT_OFF;
        }
        return Connection.OPEN;
    }

    private void start(Instant now) throws IOException {
        if (!started) {
            write(EventText.first(position), now);
            started = true;
        }
    }

    private void sendChanges(RecentChanges recent, Instant now) throws IOException {
        Optional<List<ChangeBatch>> following = recent.after(position, BATCHES_A_ROUND);
        boolean incomplete =
                !filter.isAll() && following.stream().flatMap(List::stream).anyMatch(ChangeBatch::isIncomplete);
        if ((missed || following.isEmpty() || incomplete) && sink.isReady()) {
            position = missed ? position : recent.last();
            missed = false;
            write(EventText.event("lost", position, "{}"), now);
            return;
        }
        for (ChangeBatch batch : following.orElse(List.of())) {
            Optional<byte[]> event = batch.eventFor(filter);
            if (event.isPresent()) {
                if (!sink.isReady()) {
                    return;
                }
                write(event.get(), now);
            }
            position = batch.position();
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
