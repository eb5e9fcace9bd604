package dev.carillon.cli.doctor.source;

import dev.carillon.cli.doctor.fact.BrokerDisk;
import dev.carillon.cli.doctor.fact.BrokerDisksFact;
import dev.carillon.cli.doctor.fact.ClockReading;
import dev.carillon.cli.doctor.fact.ClusterFact;
import dev.carillon.cli.doctor.finding.SentenceParts;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** Reads the brokers' ids, settings, clock and disks. */
public final class KafkaCluster {
    private final Admin admin;
    private final Clock clock;

    public KafkaCluster(Admin admin, Clock clock) {
        this.admin = admin;
        this.clock = clock;
    }

    public ClusterFact cluster() throws Exception {
        DescribeClusterResult described = admin.describeCluster(new DescribeClusterOptions());
        List<Integer> brokers = brokers(described);
        Map<String, Integer> finalised = new HashMap<>();
        admin.describeFeatures()
                .featureMetadata()
                .get()
                .finalizedFeatures()
                .forEach((name, range) -> finalised.put(name, (int) range.maxVersionLevel()));
        return new ClusterFact(described.clusterId().get(), brokers, finalised, settings(brokers.get(0)));
    }

    private static List<Integer> brokers(DescribeClusterResult described) throws Exception {
        return described.nodes().get().stream().map(Node::id).sorted().toList();
    }

    private @Nullable Map<String, String> settings(int broker) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker));
        try {
            Map<String, String> settings = new HashMap<>();
            for (ConfigEntry entry : admin.describeConfigs(List.of(resource)).all().get().values().stream()
                    .flatMap(config -> config.entries().stream())
                    .toList()) {
                if (entry.value() != null) {
                    settings.put(entry.name(), entry.value());
                }
            }
            return settings;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                return null; // Safe: the check reports that this user may not see them.
            }
            throw e;
        }
    }

    /**
     * Reads the clock of the metadata quorum's leader, which timestamps its answer. A written record would show a
     * broker's clock as well, but it would stay in a topic.
     */
    public ClockReading clock() throws Exception {
        admin.describeCluster().clusterId().get(); // Connects, so that the round trip below does not include it.
        Instant before = clock.instant();
        QuorumInfo quorum = admin.describeMetadataQuorum().quorumInfo().get();
        Instant after = clock.instant();
        long newest = quorum.voters().stream()
                .filter(voter -> voter.replicaId() == quorum.leaderId())
                .mapToLong(voter -> voter.lastCaughtUpTimestamp().orElse(-1))
                .max()
                .orElse(-1);
        if (newest < 0) {
            throw new UnsupportedVersionException("the cluster does not report its time");
        }
        return new ClockReading(before, Instant.ofEpochMilli(newest), after);
    }

    public BrokerDisksFact disks() throws Exception {
        List<Integer> brokers = brokers(admin.describeCluster());
        List<BrokerDisk> disks = new ArrayList<>();
        Map<String, Long> sizes = new TreeMap<>();
        Map<Integer, Map<String, LogDirDescription>> all =
                admin.describeLogDirs(brokers).allDescriptions().get();
        new TreeMap<>(all)
                .forEach((broker, directories) -> directories.forEach((path, directory) -> {
                    String failure = directory.error() == null ? null : SentenceParts.of(directory.error());
                    disks.add(new BrokerDisk(
                            broker,
                            path,
                            directory.totalBytes().orElse(-1),
                            directory.usableBytes().orElse(-1),
                            failure));
                    directory
                            .replicaInfos()
                            .forEach((partition, replica) -> sizes.merge(partition.topic(), replica.size(), Math::max));
                }));
        return new BrokerDisksFact(disks, sizes);
    }
}
