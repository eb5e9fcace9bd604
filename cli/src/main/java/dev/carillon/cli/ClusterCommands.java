package dev.carillon.cli;

import dev.carillon.cli.cluster.ListingCommand;
import dev.carillon.cli.cluster.RoutingCommand;
import dev.carillon.cli.cluster.StatsCommand;
import dev.carillon.cli.cluster.StatusCommand;
import dev.carillon.cli.cluster.TopicsCommand;
import dev.carillon.cli.cluster.WorkersCommand;
import dev.carillon.cli.cron.CronCommand;
import dev.carillon.cli.deadletter.DlqCommand;
import dev.carillon.cli.execution.CancelCommand;
import dev.carillon.cli.execution.OnceCommand;
import dev.carillon.cli.execution.SubmitCommand;
import dev.carillon.cli.execution.WhyCommand;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.process.CompletionCommand;
import dev.carillon.cli.process.ConfigCommand;
import dev.carillon.cli.process.VersionCommand;
import dev.carillon.cli.schedule.CalendarCommand;
import dev.carillon.cli.schedule.ScheduleCommand;
import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.topic.TopicNames;
import java.util.function.BiFunction;
import picocli.CommandLine;

/** Adds the commands that need no service in this process. */
public final class ClusterCommands {
    private ClusterCommands() {}

    /** Commands on a cluster. */
    public static void addTo(
            CommandLine root,
            ClusterSessions sessions,
            BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
        root.addSubcommand(TopicsCommand.tree(sessions))
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
                .addSubcommand(RoutingCommand.tree(sessions, transactions));
    }

    /** Commands without a cluster. */
    public static void addLocal(CommandLine root, ClusterSessions sessions) {
        root.addSubcommand(CronCommand.tree(sessions.environment()))
                .addSubcommand(ConfigCommand.tree(sessions))
                .addSubcommand(new VersionCommand(sessions.environment()))
                .addSubcommand(new CompletionCommand(sessions.environment()));
    }
}
