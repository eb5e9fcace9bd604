package dev.carillon.kit.kafka;

import dev.carillon.kit.errors.CodedException;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.Pause;
import dev.carillon.kit.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.clients.admin.Admin;

/**
 * Brings the cluster to have the wanted topics: creates what is missing, says what differs, changes nothing that
 * exists.
 */
public final class KafkaTopics {
    /** An idempotent producer that meets a topic this young at full speed loses a batch (KAFKA-15591). */
    private static final Duration SETTLE = Duration.ofMillis(500);

    private static final Duration READY_WITHIN = Duration.ofSeconds(30);
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final int NAMES_SHOWN = 5;

    private final TopicCluster cluster;
    private final Pause pause;
    private final Ticker ticker;

    public KafkaTopics(Admin admin, Pause pause, Ticker ticker) {
        this(new KafkaTopicCluster(admin), pause, ticker);
    }

    KafkaTopics(TopicCluster cluster, Pause pause, Ticker ticker) {
        this.cluster = cluster;
        this.pause = pause;
        this.ticker = ticker;
    }

    /** What is missing and what differs; changes nothing. */
    public TopicPlan plan(Collection<WantedTopic> wanted) throws InterruptedException {
        List<String> names = wanted.stream().map(WantedTopic::name).toList();
        return TopicPlan.compare(wanted, cluster.actual(names));
    }

    /**
     * Creates what is missing and returns when every partition of it can be used.
     *
     * @return what was missing before (and is there now), and what differs (and still does)
     */
    public TopicPlan apply(Collection<WantedTopic> wanted) throws InterruptedException {
        TopicPlan plan = plan(wanted);
        if (plan.missing().isEmpty()) {
            return plan;
        }
        cluster.create(plan.missing());
        awaitReady(plan.missing());
        pause.forAtMost(SETTLE);
        return withTopicsOfOthers(plan, wanted);
    }

    /** A topic that somebody else created meanwhile, differently, is a difference like any other. */
    private TopicPlan withTopicsOfOthers(TopicPlan plan, Collection<WantedTopic> wanted) throws InterruptedException {
        TopicPlan after = plan(wanted);
        return new TopicPlan(plan.missing(), after.differing(), new ArrayList<>(after.asWanted()));
    }

    private void awaitReady(Collection<WantedTopic> topics) throws InterruptedException {
        Deadline deadline = Deadline.in(READY_WITHIN, ticker);
        List<String> waiting = cluster.notReady(topics);
        while (!waiting.isEmpty()) {
            if (deadline.isOver()) {
                throw new CodedException(
                        KitErrorCode.TOPICS_NOT_READY,
                        waiting.size() + " partitions can't be used " + READY_WITHIN + " after their creation, such as "
                                + waiting.subList(0, Math.min(NAMES_SHOWN, waiting.size()))
                                + "; look at the brokers' logs");
            }
            pause.forAtMost(LOOK_EVERY);
            waiting = cluster.notReady(topics);
        }
    }
}
