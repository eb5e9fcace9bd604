package dev.carillon.trigger.dispatch;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.trigger.dispatch.failure.SliceFailed;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;

/**
 * The queues that have topics: a list that is renewed every 10 s, and once more in each slice that meets an unknown
 * queue, because a queue may have been created just before the schedule that names it.
 */
public final class KafkaQueues implements LoopBody, Supplier<Predicate<String>> {
    public static final Duration RENEWED_EVERY = Duration.ofSeconds(10);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private final Callable<Set<String>> topics;
    private final TopicNames names;
    private final Ticker ticker;
    private volatile long renewedAt;
    private volatile Set<String> known = Set.of();

    public KafkaQueues(Admin admin, TopicNames names, Ticker ticker) {
        this(() -> admin.listTopics().names().get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS), names, ticker);
    }

    KafkaQueues(Callable<Set<String>> topics, TopicNames names, Ticker ticker) {
        this.topics = topics;
        this.names = names;
        this.ticker = ticker;
        this.renewedAt = ticker.nanos();
    }

    @Override
    public void begin() throws Exception {
        renew();
    }

    @Override
    public void runOnce(Instant now) throws Exception {
        renew();
    }

    /** The queues for one slice, including all that were created before this call. */
    @Override
    public Predicate<String> get() {
        long begun = ticker.nanos();
        return new Predicate<>() {
            private @Nullable String last;

            @Override
            @SuppressWarnings("ReferenceEquality") // Schedules of a queue share its name; an equal one is looked up.
            public boolean test(String queue) {
                if (queue == last) {
                    return true;
                }
                boolean exists = known.contains(queue) || isKnownSince(begun, queue);
                last = exists ? queue : last;
                return exists;
            }
        };
    }

    private boolean isKnownSince(long begun, String queue) {
        if (renewedAt - begun <= 0) {
            try {
                renew();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SliceFailed("interrupted while looking for the queue " + queue, e);
            } catch (Exception e) {
                throw new SliceFailed("could not list the topics to look for the queue " + queue, e);
            }
        }
        return known.contains(queue);
    }

    /** One at a time, or an older answer could replace a newer one. */
    private synchronized void renew() throws Exception {
        // The time before the request: the answer may miss topics that are created during it.
        long asked = ticker.nanos();
        known = names.queues(topics.call(), known);
        renewedAt = asked;
    }
}
