package dev.carillon.collector.streams;

import dev.carillon.collector.partition.Counts;
import dev.carillon.collector.partition.Queues;
import dev.carillon.collector.partition.TimedWork;
import dev.carillon.schemas.topic.TopicNames;

/**
 * What the topology is built of.
 *
 * @param partitions of every data topic
 * @param closedKept how many recently closed executions one partition remembers
 * @param threads what the partitions of a thread share
 */
record TopologyDependencies(
        TopicNames names,
        int partitions,
        long closedKept,
        Queues queues,
        TimedWork timedWork,
        Counts counts,
        ControlProgress control,
        ThreadLocal<StreamsThreadShare> threads) {}
