package dev.carillon.standalone.program;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandGroup;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.ingest.HistoryIngest;
import dev.carillon.console.history.ingest.KafkaTopicSource;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.topic.TopicNames;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code carillon history}. */
final class HistoryCommand {
    private HistoryCommand() {}

    static CommandLine tree(ClusterSessions sessions) {
        return new CommandLine(new Group()).addSubcommand(new Rebuild(sessions));
    }

    /** {@code carillon history}: only has subcommands. */
    @Command(name = "history", description = "Rebuild the console's history.")
    static final class Group extends CommandGroup {}

    /** {@code carillon history rebuild}. */
    @Command(
            name = "rebuild",
            mixinStandardHelpOptions = true,
            description = "Delete the history in --console.history.dir and rebuild it from Kafka; no console may use it"
                    + " meanwhile. Days that the topics no longer hold are lost.")
    static final class Rebuild implements Callable<Integer> {
        private static final Duration PROGRESS_EVERY = Duration.ofSeconds(2);

        private final ClusterSessions sessions;

        Rebuild(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            Config config = sessions.config();
            HistoryConfig wanted = config.get(HistoryConfig.class);
            // Kafka must answer before the history is deleted: without it there is nothing to build it from.
            try (ClusterSession session = sessions.open()) {
                MeterRegistry meters = new SimpleMeterRegistry();
                KafkaClients clients = new KafkaClients(config.get(KafkaConfig.class), meters);
                TopicNames names = config.get(TopicsConfig.class).names();
                Clock clock = sessions.environment().clock();
                try (SqliteHistory history =
                        SqliteHistory.open(wanted, names, () -> new KafkaTopicSource(clients, names), clock, meters)) {
                    fill(history.ingest(), clock);
                    sessions.terminal().print("rebuilt the history in " + wanted.dir() + ", as of " + session.now());
                }
            }
            return ExitCode.DONE;
        }

        /** Reads to the end of the topics; after an interruption, a console or another rebuild goes on from there. */
        private void fill(HistoryIngest ingest, Clock clock) {
            Terminal terminal = sessions.terminal();
            ingest.begin();
            try {
                Deadline nextProgress = Deadline.in(PROGRESS_EVERY);
                while (!ingest.freshness().caughtUp()) {
                    ingest.runOnce(clock.instant());
                    HistoryFreshness freshness = ingest.freshness();
                    if (nextProgress.isOver() && freshness.behind() > 0) {
                        terminal.printErr(String.format(Locale.ROOT, "%,d records to go", freshness.behind()));
                        nextProgress = Deadline.in(PROGRESS_EVERY);
                    }
                }
            } finally {
                ingest.end();
            }
        }
    }
}
