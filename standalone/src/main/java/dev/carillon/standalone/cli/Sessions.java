package dev.carillon.standalone.cli;

import dev.carillon.kit.config.Config;
import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.log.LogConfig;
import dev.carillon.kit.log.LogFormat;
import dev.carillon.kit.log.LogLevel;
import dev.carillon.kit.log.LogTarget;
import dev.carillon.kit.log.Logs;
import dev.carillon.standalone.client.TopicMaker;
import dev.carillon.standalone.terminal.Terminal;
import dev.carillon.standalone.topics.TopicsConfig;
import java.util.List;

/** Opens what client commands work with: configuration, quiet logs, and the way to the topics. */
final class Sessions {
    private final Surroundings surroundings;
    private final GlobalOptions options;

    Sessions(Surroundings surroundings, GlobalOptions options) {
        this.surroundings = surroundings;
        this.options = options;
    }

    Surroundings surroundings() {
        return surroundings;
    }

    Terminal terminal() {
        return surroundings.terminal();
    }

    Config config() {
        return options.load();
    }

    ConfigLoader loader() {
        return options.loader();
    }

    /** Returns when Kafka has answered. */
    Session open() {
        Config config = config();
        quietLogs();
        return new Session(
                surroundings,
                config.get(TopicsConfig.class).names(),
                surroundings.connector().open(config.get(KafkaConfig.class)));
    }

    TopicMaker topicMaker(Config config) {
        quietLogs();
        return surroundings.connector().topics(config.get(KafkaConfig.class));
    }

    /** A command's failures are its own one line; what libraries say is for those who debug. */
    private void quietLogs() {
        LogLevel level = options.debug() ? LogLevel.DEBUG : LogLevel.OFF;
        List<String> others = options.debug()
                ? List.of()
                : List.of("org.apache.kafka=off", "org.apache.kafka.clients.NetworkClient=off");
        Logs.install(new LogConfig(LogFormat.TEXT, level, others), LogTarget.STANDARD_ERROR);
    }
}
