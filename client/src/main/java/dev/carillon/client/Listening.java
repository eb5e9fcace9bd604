package dev.carillon.client;

import dev.carillon.kit.lifecycle.LoopBody;
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
 * Reads what a listener wants to hear, and calls it on the reading thread: a slow listener holds up itself alone, and
 * what it has not heard yet waits in Kafka. Queues that are made later are found within ten seconds.
 */
final class Listening implements LoopBody {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration LOOK_FOR_QUEUES = Duration.ofSeconds(10);
    private static final Logger LOG = LoggerFactory.getLogger(Listening.class);

    private final Supplier<RecordLog> opening;
    private final TopicNames names;
    private final Set<EventType> types;
    private final Consumer<Heard> listener;
    private final EventDeriver deriver;
    private final AtomicLong heard = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong unreadable = new AtomicLong();
    private @Nullable RecordLog log;
    private @Nullable Feed feed;
    private Set<String> topics = Set.of();
    private Instant lookAgain = Instant.MIN;

    Listening(Supplier<RecordLog> opening, TopicNames names, Set<EventType> types, Consumer<Heard> listener) {
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
        topics = Set.copyOf(Hearing.topics(types, names, open.topics()));
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
        for (StoredRecord record : Objects.requireNonNull(feed).next(POLL)) {
            tell(record);
        }
    }

    /** What lies in a topic that was not there before is heard from its start. */
    private void followNewQueues() {
        RecordLog open = Objects.requireNonNull(log);
        Feed before = Objects.requireNonNull(feed);
        Set<String> now = Set.copyOf(Hearing.topics(types, names, open.topics()));
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

    private void tell(StoredRecord record) {
        Optional<Heard> said;
        try {
            said = deriver.heard(record);
        } catch (RuntimeException e) {
            // Safe: services move poison aside; who only listens counts it and goes on.
            unreadable.incrementAndGet();
            LOG.debug("{}@{} can't be read", record.part(), record.offset(), e);
            return;
        }
        said.filter(one -> types.contains(one.type())).ifPresent(this::call);
    }

    private void call(Heard said) {
        heard.incrementAndGet();
        try {
            listener.accept(said);
        } catch (RuntimeException | AssertionError | LinkageError e) {
            long times = failed.incrementAndGet();
            // The first one with its trace, then at powers of two: a listener that always throws must not fill a disk.
            if (times == 1) {
                LOG.error("a listener threw on {} of {}; it goes on hearing", said.type(), said.subject(), e);
            } else if (Long.bitCount(times) == 1) {
                LOG.error("a listener has thrown {} times, last on {}: {}", times, said.subject(), e.toString());
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

    long heard() {
        return heard.get();
    }

    long failed() {
        return failed.get();
    }

    long unreadable() {
        return unreadable.get();
    }
}
