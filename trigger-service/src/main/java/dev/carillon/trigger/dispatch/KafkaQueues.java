package dev.carillon.trigger.dispatch;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Ticker;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;

/** Which queues have topics: a list that is renewed every 10 s, and at once when an unknown queue is asked for. */
public final class KafkaQueues implements LoopBody, Predicate<String> {
    public static final Duration RENEWED_EVERY = Duration.ofSeconds(10);
    private static final Duration UNKNOWN_AFTER = Duration.ofSeconds(1);
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(5);

    private final Admin admin;
    private final TopicNames names;
    private final Ticker ticker;
    private final AtomicLong renewedAt = new AtomicLong();
    private volatile Set<String> known = Set.of();

    public KafkaQueues(Admin admin, TopicNames names, Ticker ticker) {
        this.admin = admin;
        this.names = names;
        this.ticker = ticker;
    }

    @Override
    public void begin() throws Exception {
        renew();
    }

    @Override
    public void runOnce(Instant now) throws Exception {
        renew();
    }

    /** Those of the given topics that do not exist. */
    public List<String> missing(List<String> topics) throws Exception {
        Set<String> there = admin.listTopics().names().get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        return topics.stream().filter(topic -> !there.contains(topic)).toList();
    }

    @Override
    public boolean test(String queue) {
        if (known.contains(queue)) {
            return true;
        }
        if (ticker.nanos() - renewedAt.get() > UNKNOWN_AFTER.toNanos()) {
            try {
                renew();
            } catch (ExecutionException | TimeoutException e) {
                throw new SliceFailed("could not list the topics to look for the queue " + queue, e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SliceFailed("interrupted while looking for the queue " + queue, e);
            }
        }
        return known.contains(queue);
    }

    private void renew() throws ExecutionException, InterruptedException, TimeoutException {
        Set<String> topics = admin.listTopics().names().get(ANSWER_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        known = Set.copyOf(names.queues(topics));
        renewedAt.set(ticker.nanos());
    }
}
