package dev.carillon.schemas.topic;

import dev.carillon.schemas.work.Limits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every topic of the contract with its partitions and settings. */
public final class TopicCatalogue {
    private static final Duration WEEK = Duration.ofDays(7);

    /** Compaction may delete a definition only this long after another has replaced it. */
    public static final Duration REPLACED_DEFINITIONS_KEPT = WEEK;

    private final TopicNames names;
    private final int partitions;

    public TopicCatalogue(TopicNames names, int partitions) {
        this.names = names;
        this.partitions = partitions;
    }

    /** All topics, including those of the given queues. */
    public List<TopicSpec> all(List<String> queues) {
        List<TopicSpec> specs = new ArrayList<>();
        // Audits replay the schedules of the last week, so compaction keeps all versions that long. A takeover may need
        // older calendars: the newest may not have been applied by the last slice.
        specs.add(compacted(names.schedules(), REPLACED_DEFINITIONS_KEPT));
        specs.add(compacted(names.calendars(), WEEK));
        specs.add(compacted(names.settings(), Duration.ofMinutes(10)));
        specs.add(new TopicSpec(names.control(), 1, kept(WEEK, Limits.MESSAGE_BYTES)));
        specs.add(compacted(names.workers(), Duration.ofMinutes(10)));
        specs.add(compacted(names.triggerState(), Duration.ofMinutes(10)));
        queues.forEach(queue -> specs.addAll(queue(queue)));
        specs.add(data(names.delayed(), WEEK, Limits.MESSAGE_BYTES));
        specs.add(data(names.results(), WEEK, Limits.MESSAGE_BYTES));
        specs.add(data(names.outcomes(), WEEK, Limits.MESSAGE_BYTES));
        specs.add(data(names.events(), WEEK, Limits.MESSAGE_BYTES));
        specs.add(data(names.logs(), Duration.ofDays(1), Limits.MESSAGE_BYTES));
        specs.add(data(names.deadLetters(), Duration.ofDays(30), Limits.DEAD_LETTER_BYTES));
        specs.add(data(names.audit(), Duration.ofDays(30), Limits.MESSAGE_BYTES));
        return specs;
    }

    /** The five topics of one queue. */
    public List<TopicSpec> queue(String queue) {
        return names.ofQueue(queue).stream()
                .map(topic -> data(topic, WEEK, Limits.MESSAGE_BYTES))
                .toList();
    }

    private TopicSpec data(String name, Duration retention, int messageBytes) {
        return new TopicSpec(name, partitions, kept(retention, messageBytes));
    }

    private static Map<String, String> kept(Duration retention, int messageBytes) {
        Map<String, String> configs = base(messageBytes);
        configs.put("cleanup.policy", "delete");
        configs.put("retention.ms", Long.toString(retention.toMillis()));
        // Retention deletes whole segments: a segment of a seventh keeps "7 days" from meaning 14.
        configs.put("segment.ms", Long.toString(retention.toMillis() / 7));
        return configs;
    }

    private static TopicSpec compacted(String name, Duration lag) {
        Map<String, String> configs = base(Limits.MESSAGE_BYTES);
        configs.put("cleanup.policy", "compact");
        // Small segments and an eager cleaner: a takeover reads the topic from its start.
        configs.put("segment.bytes", Integer.toString(4 * 1024 * 1024));
        configs.put("min.cleanable.dirty.ratio", "0.1");
        if (lag.compareTo(Duration.ofMinutes(10)) > 0) {
            configs.put("min.compaction.lag.ms", Long.toString(lag.toMillis()));
        } else {
            configs.put("max.compaction.lag.ms", Long.toString(lag.toMillis()));
        }
        return new TopicSpec(name, 1, configs);
    }

    private static Map<String, String> base(int messageBytes) {
        Map<String, String> configs = new LinkedHashMap<>();
        configs.put("message.timestamp.type", "LogAppendTime");
        configs.put("max.message.bytes", Integer.toString(messageBytes));
        return configs;
    }
}
