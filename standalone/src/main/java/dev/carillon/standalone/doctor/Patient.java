package dev.carillon.standalone.doctor;

import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.standalone.topics.TopicsConfig;
import dev.carillon.trigger.leadership.ZookeeperSecurity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * What is to be examined.
 *
 * @param zookeeper host:port of the servers
 * @param zookeeperSecurity how a trigger connects there
 * @param latchSession the session that a trigger asks for there
 * @param workerQueue the queue of the workers that this configuration starts
 * @param sessions the group sessions that this configuration asks for, by the setting that says so
 * @param directories what is written to on this machine, by the setting that says so
 * @param openTolerated how long a transaction may be open; longer than any of ours is
 */
public record Patient(
        KafkaConfig kafka,
        TopicsConfig topics,
        String zookeeper,
        ZookeeperSecurity zookeeperSecurity,
        Duration latchSession,
        String workerQueue,
        Map<String, Duration> sessions,
        Map<String, Path> directories,
        Duration openTolerated) {}
