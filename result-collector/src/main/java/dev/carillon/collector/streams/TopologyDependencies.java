package dev.carillon.collector.streams;

import dev.carillon.collector.partition.PartitionCounts;
import dev.carillon.collector.partition.QueueTopics;
import dev.carillon.collector.partition.TimedWork;
import dev.carillon.schemas.topic.TopicNames;

/**
 * The parts that the topology is built of.
 *
 * @param partitions of every data topic
 * @param closedKept how many recently closed executions one partition remembers
 * @param threads what the partitions of a thread share
 */
record TopologyDependencies(
        TopicNames names,
        int partitions,
        long closedKept,
        QueueTopics queues,
        TimedWork timedWork,
        PartitionCounts counts,
        ControlProgress control,
        ThreadLocal<StreamsThreadShare> threads) {}
