package dev.carillon.standalone.program;

import dev.carillon.cli.ClusterCommands;
import dev.carillon.cli.Program;
import dev.carillon.cli.doctor.DoctorCommand;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.console.history.HistoryException;
import dev.carillon.embedded.EmbeddedClusterException;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.roles.RoleServices;
import dev.carillon.standalone.up.RunningFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine;

/** The whole program: the commands of the command line, and those that run services in this process. */
public final class CarillonProgram implements Program {
    @Override
    public List<Class<? extends Record>> settings() {
        return RoleServices.CONFIGS;
    }

    @Override
    public Optional<Path> runningCluster(Path home) {
        return RunningFile.find(home);
    }

    @Override
    public void addCommands(
            CommandLine root,
            ClusterSessions sessions,
            BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
        root.addSubcommand(new UpCommand(sessions))
                .addSubcommand(new RunCommand(sessions))
                .addSubcommand(new DoctorCommand(sessions, DoctorTargets::of));
        ClusterCommands.addTo(root, sessions, transactions);
        root.addSubcommand(HistoryCommand.tree(sessions));
        ClusterCommands.addLocal(root, sessions);
    }

    @Override
    public Optional<FailureLine> failure(Exception failure) {
        if (failure instanceof HistoryException known) {
            return Optional.of(new FailureLine(
                    known.getMessage() + "; " + known.problem().fix(),
                    known.problem().name()));
        }
        if (failure instanceof EmbeddedClusterException known) {
            return Optional.of(new FailureLine(
                    String.valueOf(known.getMessage()), known.problem().name()));
        }
        return Optional.empty();
    }
}
