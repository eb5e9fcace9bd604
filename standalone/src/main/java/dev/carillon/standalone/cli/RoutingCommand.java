package dev.carillon.standalone.cli;

import dev.carillon.client.deadletter.AllOrNothing;
import dev.carillon.client.settings.RoutingSwitch;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.record.DefaultRouting;
import dev.carillon.schemas.record.Routing;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.look.Pass;
import dev.carillon.standalone.look.RoutingWords;
import dev.carillon.standalone.look.Shares;
import dev.carillon.standalone.look.WorkerSeen;
import dev.carillon.standalone.look.WorkersSeen;
import dev.carillon.standalone.terminal.Terminal;
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
final class RoutingCommand {
    private RoutingCommand() {}

    static CommandLine tree(Sessions sessions, BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions) {
        return new CommandLine(new Group())
                .addSubcommand(new Show(sessions))
                .addSubcommand(new Set(sessions, transactions))
                .addSubcommand(new Reset(sessions, transactions));
    }

    /** {@code carillon routing}: needs a word more. */
    @Command(
            name = "routing",
            description = "See and set how the ticks of schedules that name no routing are spread over the workers.")
    static final class Group extends CommandGroup {}

    /** {@code carillon routing show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show the default strategy, who set it, and which worker did how much lately.")
    static final class Show implements Callable<Integer> {
        private final Sessions sessions;

        @Mixin
        private final OutputOption output = new OutputOption();

        Show(Sessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            Terminal terminal = sessions.terminal();
            try (Session session = sessions.open()) {
                RoutingSwitch.Standing standing = session.routing().look();
                Pass pass = session.pass();
                List<WorkerSeen> workers = WorkersSeen.look(
                                pass, session.names().workers(), session.now())
                        .living();
                Shares shares = Shares.look(pass, session.names().results(), session.now());
                if (output.json()) {
                    terminal.say(RoutingWords.json(standing, workers, shares).toString());
                    return ExitCode.DONE;
                }
                terminal.say("default routing: " + RoutingWords.sentence(standing, session.now()));
                terminal.say("");
                if (workers.isEmpty()) {
                    terminal.say("no worker is there; start one with: carillon run worker");
                } else {
                    RoutingWords.table(workers, shares).forEach(terminal::say);
                }
            }
            return ExitCode.DONE;
        }
    }

    /** {@code carillon routing set}. */
    @Command(
            name = "set",
            mixinStandardHelpOptions = true,
            description = "Set the default strategy; it holds from the next second on, and nothing restarts.")
    static final class Set extends Turn {
        @Parameters(
                paramLabel = "STRATEGY",
                description = "hash, round-robin, weighted-round-robin, random, least-tasks, least-load or"
                        + " least-connections.")
        @SuppressWarnings("NullAway.Init") // Set by picocli.
        private String strategy;

        Set(Sessions sessions, BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions) {
            super(sessions, transactions);
        }

        @Override
        public Integer call() {
            return turn(Routing.named("STRATEGY", strategy));
        }
    }

    /** {@code carillon routing reset}. */
    @Command(
            name = "reset",
            mixinStandardHelpOptions = true,
            description = "Take back what was set: by hash again, each execution to its home.")
    static final class Reset extends Turn {
        Reset(Sessions sessions, BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions) {
            super(sessions, transactions);
        }

        @Override
        public Integer call() {
            return turn(null);
        }
    }

    /** What sets and resets have in common. */
    private abstract static class Turn implements Callable<Integer> {
        private final Sessions sessions;
        private final BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions;

        @Option(names = "--reason", paramLabel = "TEXT", description = "For those who read it later.")
        private @Nullable String reason;

        Turn(Sessions sessions, BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions) {
            this.sessions = sessions;
            this.transactions = transactions;
        }

        int turn(@Nullable Routing to) {
            String who = sessions.who();
            try (Session session = sessions.open();
                    AllOrNothing write =
                            transactions.apply(sessions.config().get(KafkaConfig.class), session.names())) {
                session.routing().turn(to, who, reason, write);
            }
            String name = Fields.spelled(to == null ? DefaultRouting.UNSET : to);
            sessions.terminal().say("schedules that name no routing go by " + name + " from now on");
            sessions.terminal().tell("see who does how much with: carillon routing show");
            return ExitCode.DONE;
        }
    }
}
