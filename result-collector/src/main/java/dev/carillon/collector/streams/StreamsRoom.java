package dev.carillon.collector.streams;

import dev.carillon.collector.desk.Counts;
import dev.carillon.collector.desk.Queues;
import dev.carillon.collector.desk.TimedWork;
import dev.carillon.schemas.topic.TopicNames;

/**
 * What the topology is built of.
 *
 * @param partitions of every data topic
 * @param closedKept how many recently closed executions one partition remembers
 */
record StreamsRoom(
        TopicNames names,
        int partitions,
        long closedKept,
        Queues queues,
        TimedWork timedWork,
        Counts counts,
        ControlNews news) {}
