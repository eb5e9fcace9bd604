package dev.carillon.standalone.cli;

import dev.carillon.client.CarillonClient;
import dev.carillon.client.TopicMaker;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.log.LogConfig;
import dev.carillon.kit.log.LogFormat;
import dev.carillon.kit.log.LogLevel;
import dev.carillon.kit.log.LogTarget;
import dev.carillon.kit.log.Logs;
import dev.carillon.standalone.terminal.ProgressLines;
import dev.carillon.standalone.terminal.Terminal;
import dev.carillon.standalone.topics.TopicsConfig;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens what client commands work with: configuration, quiet logs, and the way to the topics. */
final class Sessions {
    private static final List<String> QUIET_LIBRARIES = List.of(
            "org.apache.kafka=error",
            "org.apache.kafka.streams.StreamsConfig=off",
            "io.micrometer=error",
            "kafka=error",
            "state.change.logger=error",
            "org.apache.zookeeper=error",
            "org.apache.curator=error",
            // What it has to say stands in the block that a person reads.
            "dev.carillon.embedded=error");

    private static final int LONGEST_NAME = 100;

    private final Surroundings surroundings;
    private final GlobalOptions options;
    private boolean warned;

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

    /** For a command that begins now. */
    ProgressLines progress() {
        return new ProgressLines(terminal(), surroundings.ticker());
    }

    /** Who sits at the terminal, as far as that is known. */
    @Nullable
    String who() {
        Map<String, String> environment = terminal().environment();
        String user = environment
                .getOrDefault("USER", environment.getOrDefault("LOGNAME", ""))
                .strip();
        boolean usable =
                !user.isEmpty() && user.length() <= LONGEST_NAME && user.chars().noneMatch(Character::isISOControl);
        return usable ? user : null;
    }

    Config config() {
        Config config = options.load();
        warn(config);
        return config;
    }

    /** As {@link #config}, for a process that has a log for what there is to warn of. */
    Config configOfProcess() {
        return options.load();
    }

    /** A command may load its configuration several times and warns once. */
    private void warn(Config config) {
        if (!warned) {
            config.warning().ifPresent(words -> terminal().tell("carillon: " + words));
            warned = true;
        }
    }

    /** The configuration of a process that has brought its own cluster: others' addresses don't count. */
    Config configOfOwnCluster(Map<String, String> own) {
        return options.loaderOfOwnCluster(own).load();
    }

    /** From here on the setting has this value, whatever else sets it. */
    void override(String key, String value) {
        options.override(key, value);
    }

    /** What a person at a terminal wants to hear of a whole system: warnings of ours, no more. */
    LogConfig quietUnlessAsked() {
        Config config = options.loaderOfOwnCluster(Map.of()).load();
        warn(config);
        LogConfig asked = config.get(LogConfig.class);
        boolean said = config.describe().stream()
                .anyMatch(one -> one.name().startsWith("log.l")
                        && !one.origin().equals("default")
                        && !one.origin().equals("not set"));
        if (said) {
            return asked;
        }
        LogFormat format = asked.format() == LogFormat.AUTO ? LogFormat.TEXT : asked.format();
        return options.debug()
                ? new LogConfig(format, LogLevel.DEBUG, List.of())
                : new LogConfig(format, LogLevel.WARN, QUIET_LIBRARIES);
    }

    /** Returns when Kafka has answered. */
    Session open() {
        Config config = config();
        quietLogs();
        return new Session(
                surroundings,
                config.get(TopicsConfig.class).names(),
                surroundings.connector().open(config.get(KafkaConfig.class)),
                who());
    }

    /** The client library, by the same way. */
    CarillonClient client() {
        Config config = config();
        quietLogs();
        return CarillonClient.over(
                surroundings.connector(),
                config.get(KafkaConfig.class),
                config.get(TopicsConfig.class).names(),
                surroundings.clock());
    }

    TopicMaker topicMaker(Config config) {
        quietLogs();
        return surroundings.connector().topics(config.get(KafkaConfig.class));
    }

    /** A command's failures are its own one line; what libraries say is for those who debug. */
    void quietLogs() {
        LogLevel level = options.debug() ? LogLevel.DEBUG : LogLevel.OFF;
        List<String> others = options.debug()
                ? List.of()
                : List.of("org.apache.kafka=off", "org.apache.kafka.clients.NetworkClient=off");
        Logs.install(new LogConfig(LogFormat.TEXT, level, others), LogTarget.STANDARD_ERROR);
    }
}
