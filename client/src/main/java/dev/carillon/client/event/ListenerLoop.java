package dev.carillon.client.event;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicFeed;
import dev.carillon.client.log.TopicPart;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topics of a listener's event types and calls it on the reading thread, so that a slow listener delays only
 * itself. Topics of queues that are created later are found within ten seconds.
 */
final class ListenerLoop implements LoopBody {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LOOK_FOR_QUEUES = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(ListenerLoop.class);

    private final Supplier<RecordLog> opening;
    private final TopicNames names;
    private final Set<EventType> types;
    private final Consumer<CarillonEvent> listener;
    private final EventDeriver deriver;
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong unreadable = new AtomicLong();
    private @Nullable RecordLog log;
    private @Nullable TopicFeed feed;
    private Set<String> topics = Set.of();
    private Instant lookAgain = Instant.MIN;

    ListenerLoop(
            Supplier<RecordLog> opening, TopicNames names, Set<EventType> types, Consumer<CarillonEvent> listener) {
        this.opening = opening;
        this.names = names;
        this.types = types;
        this.listener = listener;
        this.deriver = new EventDeriver(names);
    }

    @Override
    public void begin() {
        RecordLog open = opening.get();
        log = open;
        topics = Set.copyOf(EventSources.topics(types, names, open.topics()));
        Map<TopicPart, Long> ends = new HashMap<>();
        topics.forEach(topic -> ends.putAll(TopicPart.of(topic, open.ends(topic))));
        if (ends.isEmpty()) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_TOPICS,
                    "there are no topics of " + names.namespace()
                            + " to listen to; make Carillon's topics with: carillon topics create");
        }
        feed = open.follow(ends);
    }

    @Override
    public void runOnce(Instant now) {
        if (now.isAfter(lookAgain)) {
            followNewQueues();
            lookAgain = now.plus(LOOK_FOR_QUEUES);
        }
        for (ReceivedRecord record : Objects.requireNonNull(feed).next(POLL)) {
            deliver(record);
        }
    }

    /** Reads topics that were created meanwhile from their start. */
    private void followNewQueues() {
        RecordLog open = Objects.requireNonNull(log);
        TopicFeed before = Objects.requireNonNull(feed);
        Set<String> now = Set.copyOf(EventSources.topics(types, names, open.topics()));
        if (topics.containsAll(now)) {
            return;
        }
        Map<TopicPart, Long> from = new HashMap<>(before.positions());
        now.stream()
                .filter(topic -> !topics.contains(topic))
                .forEach(topic -> from.putAll(TopicPart.of(topic, open.starts(topic))));
        feed = open.follow(from);
        topics = now;
        before.close();
    }

    private void deliver(ReceivedRecord record) {
        Optional<CarillonEvent> event;
        try {
            event = deriver.derive(record);
        } catch (RuntimeException e) {
            // Safe: services move unreadable records to dead-letters; a listener counts and skips them.
            unreadable.incrementAndGet();
            LOG.debug("{} can't be read", record, e);
            return;
        }
        event.filter(one -> types.contains(one.type())).ifPresent(this::call);
    }

    private void call(CarillonEvent event) {
        delivered.incrementAndGet();
        try {
            listener.accept(event);
        } catch (OutOfMemoryError e) {
            throw e; // The JVM can't go on, and so not this loop.
        } catch (Throwable e) {
            // Safe: a listener is the caller's code, and what it throws must not cost it the events behind this one.
            long times = failed.incrementAndGet();
            // Only the first trace, then at powers of two: a listener that always throws must not fill a disk.
            if (times == 1) {
                LOG.error("a listener threw on {} of {}; it stays subscribed", event.type(), event.subject(), e);
            } else if (Long.bitCount(times) == 1) {
                LOG.error("a listener has thrown {} times, last on {}: {}", times, event.subject(), e.toString());
            }
        }
    }

    @Override
    public void end() {
        if (feed != null) {
            feed.close();
        }
        if (log != null) {
            log.close();
        }
    }

    long delivered() {
        return delivered.get();
    }

    long failed() {
        return failed.get();
    }

    long unreadable() {
        return unreadable.get();
    }
}
