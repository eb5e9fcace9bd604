package dev.carillon.standalone.cli;

import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.topic.TopicNames;
import java.util.function.BiFunction;
import picocli.CommandLine;

/** Builds the tree of all commands. */
final class CommandTree {
    private CommandTree() {}

    static CommandLine tree(
            CommandEnvironment environment,
            GlobalOptions options,
            BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
        ClusterSessions sessions = new ClusterSessions(environment, options);
        return new CommandLine(new RootCommand(options))
                .addSubcommand(new UpCommand(sessions))
                .addSubcommand(new RunCommand(sessions))
                .addSubcommand(new DoctorCommand(sessions))
                .addSubcommand(TopicsCommand.tree(sessions))
                .addSubcommand(ScheduleCommand.tree(sessions))
                .addSubcommand(CalendarCommand.tree(sessions))
                .addSubcommand(new SubmitCommand(sessions))
                .addSubcommand(new OnceCommand(sessions))
                .addSubcommand(new CancelCommand(sessions))
                .addSubcommand(new StatusCommand(sessions))
                .addSubcommand(new WhyCommand(sessions))
                .addSubcommand(new WorkersCommand(sessions))
                .addSubcommand(new StatsCommand(sessions))
                .addSubcommand(ListingCommand.outcomes(sessions))
                .addSubcommand(ListingCommand.results(sessions))
                .addSubcommand(ListingCommand.events(sessions))
                .addSubcommand(DlqCommand.tree(sessions, transactions))
                .addSubcommand(RoutingCommand.tree(sessions, transactions))
                .addSubcommand(HistoryCommand.tree(sessions))
                .addSubcommand(CronCommand.tree(environment))
                .addSubcommand(ConfigCommand.tree(sessions))
                .addSubcommand(new VersionCommand(environment))
                .addSubcommand(new CompletionCommand(environment));
    }
}
