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

/** The program around the command line: its commands, and what it knows of the services. */
public interface Program {
    /** The settings of the services. */
    List<Class<? extends Record>> settings();

    /** The settings file of a cluster that {@code carillon up} runs for this user. */
    Optional<Path> runningCluster(Path home);

    /**
     * Adds all commands below the root.
     *
     * @param transactions opens a writer of several records at once
     */
    void addCommands(
            CommandLine root, ClusterSessions sessions, BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions);

    /** The line for a failure of a service, without its code; empty for a failure of another kind. */
    Optional<FailureLine> failure(Exception failure);

    /** A failure as the user sees it. */
    record FailureLine(String message, String code) {}
}
