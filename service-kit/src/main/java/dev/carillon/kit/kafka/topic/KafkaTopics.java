package dev.carillon.kit.kafka.topic;

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

/** Creates wanted topics that are missing and reports existing ones that differ; it never changes an existing topic. */
public final class KafkaTopics {
    /** An idempotent producer at full speed can lose a batch on a topic younger than this (KAFKA-15591). */
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

    /** Compares only; changes nothing. */
    public TopicPlan plan(Collection<WantedTopic> wanted) throws InterruptedException {
        List<String> names = wanted.stream().map(WantedTopic::name).toList();
        return TopicPlan.compare(wanted, cluster.actual(names));
    }

    /**
     * Creates the missing topics and returns when all their partitions can be used.
     *
     * @return the topics that were missing before, and the existing ones that differ
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

    /** Adds topics that another process created meanwhile with other settings to the differences. */
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
