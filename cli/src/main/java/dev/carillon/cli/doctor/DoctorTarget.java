package dev.carillon.cli.doctor;

import dev.carillon.cli.doctor.fact.FactSource;
import dev.carillon.cli.doctor.fact.ZookeeperFact;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.kit.kafka.KafkaConfig;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * The addresses, settings and directories that the doctor checks.
 *
 * @param zookeeper host:port of the servers
 * @param zookeeperFact opens a trial session there, as a trigger would
 * @param workerQueue the queue of the workers that this configuration starts
 * @param sessions the group session timeouts of this configuration, by their setting
 * @param directories the directories that Carillon writes to on this machine, by their setting
 * @param openTolerated how long a transaction may be open; longer than any of Carillon's own
 */
@RecordBuilder
public record DoctorTarget(
        KafkaConfig kafka,
        TopicsConfig topics,
        String zookeeper,
        FactSource<ZookeeperFact> zookeeperFact,
        String workerQueue,
        Map<String, Duration> sessions,
        Map<String, Path> directories,
        Duration openTolerated) {}
