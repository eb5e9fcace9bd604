package dev.carillon.standalone.cli;

import dev.carillon.console.history.Freshness;
import dev.carillon.console.history.HistoryConfig;
import dev.carillon.console.history.ingest.Ingest;
import dev.carillon.console.history.ingest.KafkaTopicSource;
import dev.carillon.console.history.sql.SqliteHistory;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.terminal.Terminal;
import dev.carillon.standalone.topics.TopicsConfig;
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

    static CommandLine tree(Sessions sessions) {
        return new CommandLine(new Group()).addSubcommand(new Rebuild(sessions));
    }

    /** {@code carillon history}: needs a word more. */
    @Command(name = "history", description = "Throw the console's history away and build it anew.")
    static final class Group extends CommandGroup {}

    /** {@code carillon history rebuild}. */
    @Command(
            name = "rebuild",
            mixinStandardHelpOptions = true,
            description = "Throw the history in --console.history.dir away and build it anew from Kafka; no console may"
                    + " run on it meanwhile. Days that the topics no longer hold are lost.")
    static final class Rebuild implements Callable<Integer> {
        private static final Duration SAY_EVERY = Duration.ofSeconds(2);

        private final Sessions sessions;

        Rebuild(Sessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            Config config = sessions.config();
            HistoryConfig wanted = config.get(HistoryConfig.class);
            // Nothing is thrown away before Kafka has answered: there would be nothing to build it from.
            try (Session session = sessions.open()) {
                MeterRegistry meters = new SimpleMeterRegistry();
                KafkaClients clients = new KafkaClients(config.get(KafkaConfig.class), meters);
                TopicNames names = config.get(TopicsConfig.class).names();
                Clock clock = sessions.surroundings().clock();
                try (SqliteHistory history =
                        SqliteHistory.open(wanted, names, () -> new KafkaTopicSource(clients, names), clock, meters)) {
                    fill(history.ingest(), clock);
                    sessions.terminal().say("built anew in " + wanted.dir() + ", as of " + session.now());
                }
            }
            return ExitCode.DONE;
        }

        /** Until nothing lies before it; interrupted, a console or another rebuild goes on from there. */
        private void fill(Ingest ingest, Clock clock) {
            Terminal terminal = sessions.terminal();
            ingest.begin();
            try {
                Deadline quiet = Deadline.in(SAY_EVERY);
                while (!ingest.freshness().caughtUp()) {
                    ingest.runOnce(clock.instant());
                    Freshness freshness = ingest.freshness();
                    if (quiet.isOver() && freshness.behind() > 0) {
                        terminal.tell(String.format(Locale.ROOT, "%,d records are left", freshness.behind()));
                        quiet = Deadline.in(SAY_EVERY);
                    }
                }
            } finally {
                ingest.end();
            }
        }
    }
}
