package dev.carillon.cli.cluster;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandGroup;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.client.settings.RoutingSwitch;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.insight.worker.WorkerSeen;
import dev.carillon.insight.worker.WorkerShares;
import dev.carillon.insight.worker.WorkersSeen;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.schedule.DefaultRouting;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Routing;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon routing}. */
public final class RoutingCommand {
    private RoutingCommand() {}

    public static CommandLine tree(
            ClusterSessions sessions, BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
        return new CommandLine(new Group())
                .addSubcommand(new Show(sessions))
                .addSubcommand(new Set(sessions, transactions))
                .addSubcommand(new Reset(sessions, transactions));
    }

    /** {@code carillon routing}: only has subcommands. */
    @Command(name = "routing", description = "Show or set the default routing: how ticks are spread over the workers.")
    static final class Group extends CommandGroup {}

    /** {@code carillon routing show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show the default strategy, who set it, and each worker's share of recent work.")
    static final class Show implements Callable<Integer> {
        private final ClusterSessions sessions;

        @Mixin
        private final OutputOption output = new OutputOption();

        Show(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            Terminal terminal = sessions.terminal();
            try (ClusterSession session = sessions.open()) {
                RoutingSwitch.Standing standing = session.routing().look();
                TopicScan scan = session.scan();
                List<WorkerSeen> workers = WorkersSeen.look(
                                scan, session.names().workers(), session.now())
                        .living();
                WorkerShares shares = WorkerShares.look(scan, session.names().results(), session.now());
                if (output.json()) {
                    terminal.print(Json.answer(RoutingAnswer.of(standing, workers, shares)));
                    return ExitCode.DONE;
                }
                terminal.print("default routing: " + RoutingWords.sentence(standing, session.now()));
                terminal.print("");
                if (workers.isEmpty()) {
                    terminal.print("no live workers; start one with: carillon run worker");
                } else {
                    RoutingWords.table(workers, shares).forEach(terminal::print);
                }
            }
            return ExitCode.DONE;
        }
    }

    /** {@code carillon routing set}. */
    @Command(
            name = "set",
            mixinStandardHelpOptions = true,
            description = "Set the default strategy; it takes effect within about a second, without a restart.")
    static final class Set extends Change {
        @Parameters(
                paramLabel = "STRATEGY",
                description = "hash, round-robin, weighted-round-robin, random, least-tasks, least-load or"
                        + " least-connections.")
        @SuppressWarnings("NullAway.Init") // Set by picocli.
        private String strategy;

        Set(ClusterSessions sessions, BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
            super(sessions, transactions);
        }

        @Override
        public Integer call() {
            return change(Routing.named("STRATEGY", strategy));
        }
    }

    /** {@code carillon routing reset}. */
    @Command(
            name = "reset",
            mixinStandardHelpOptions = true,
            description = "Undo the setting: back to hash, each execution to its home partition.")
    static final class Reset extends Change {
        Reset(ClusterSessions sessions, BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
            super(sessions, transactions);
        }

        @Override
        public Integer call() {
            return change(null);
        }
    }

    /** The common part of set and reset. */
    private abstract static class Change implements Callable<Integer> {
        private final ClusterSessions sessions;
        private final BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions;

        @Option(names = "--reason", paramLabel = "TEXT", description = "A note for others, kept in the records.")
        private @Nullable String reason;

        Change(ClusterSessions sessions, BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
            this.sessions = sessions;
            this.transactions = transactions;
        }

        int change(@Nullable Routing to) {
            String user = sessions.userName();
            try (ClusterSession session = sessions.open();
                    AtomicWriter write =
                            transactions.apply(sessions.config().get(KafkaConfig.class), session.names())) {
                session.routing().change(to, user, reason, write);
            }
            String name = Fields.spelled(to == null ? DefaultRouting.UNSET : to);
            sessions.terminal().print("default routing is now " + name + ", for schedules that name none");
            sessions.terminal().printErr("see each worker's share with: carillon routing show");
            return ExitCode.DONE;
        }
    }
}
