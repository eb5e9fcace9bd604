package dev.carillon.cli;

import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine;

/** A program without services: only the commands of this module. */
final class ClusterProgram implements Program {
    @Override
    public List<Class<? extends Record>> settings() {
        return List.of();
    }

    @Override
    public Optional<Path> runningCluster(Path home) {
        return Optional.empty();
    }

    @Override
    public void addCommands(
            CommandLine root,
            ClusterSessions sessions,
            BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
        ClusterCommands.addTo(root, sessions, transactions);
        ClusterCommands.addLocal(root, sessions);
    }

    @Override
    public Optional<FailureLine> failure(Exception failure) {
        return Optional.empty();
    }
}
