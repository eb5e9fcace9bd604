package dev.carillon.cli.frame;

import dev.carillon.cli.terminal.ProgressLines;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.client.CarillonClient;
import dev.carillon.client.log.TopicMaker;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.log.LogConfig;
import dev.carillon.kit.log.LogFormat;
import dev.carillon.kit.log.LogLevel;
import dev.carillon.kit.log.LogSetup;
import dev.carillon.kit.log.LogTarget;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Opens connections for commands: loads the configuration, silences the logs, connects to Kafka. */
public final class ClusterSessions {
    private static final List<String> QUIET_LIBRARIES = List.of(
            "org.apache.kafka=error",
            "org.apache.kafka.streams.StreamsConfig=off",
            "io.micrometer=error",
            "kafka=error",
            "state.change.logger=error",
            "org.apache.zookeeper=error",
            "org.apache.curator=error",
            // UpRun prints its addresses and notices.
            "dev.carillon.embedded=error");

    private static final int LONGEST_NAME = 100;

    private final CommandEnvironment environment;
    private final GlobalOptions options;
    private boolean warned;

    public ClusterSessions(CommandEnvironment environment, GlobalOptions options) {
        this.environment = environment;
        this.options = options;
    }

    public CommandEnvironment environment() {
        return environment;
    }

    public Terminal terminal() {
        return environment.terminal();
    }

    /** Progress of a command that begins now. */
    public ProgressLines progress() {
        return new ProgressLines(terminal(), environment.ticker());
    }

    /** The user at the terminal; null if not known. */
    @Nullable
    public String userName() {
        Map<String, String> variables = terminal().environment();
        String named = variables.getOrDefault("USER", "").strip();
        String user = named.isEmpty() ? variables.getOrDefault("LOGNAME", "").strip() : named;
        boolean usable =
                !user.isEmpty() && user.length() <= LONGEST_NAME && user.chars().noneMatch(Character::isISOControl);
        return usable ? user : null;
    }

    public Config config() {
        Config config = options.load();
        warn(config);
        return config;
    }

    /** As {@link #config}, for a process that logs the warnings itself. */
    public Config configOfProcess() {
        return options.load();
    }

    /** Once, as a command may load its configuration several times. */
    private void warn(Config config) {
        if (!warned) {
            config.warning().ifPresent(warning -> terminal().printErr("carillon: " + warning));
            warned = true;
        }
    }

    /** The configuration of a process with a cluster of its own: addresses of other clusters are ignored. */
    public Config configOfOwnCluster(Map<String, String> own) {
        return options.loaderOfOwnCluster(own).load();
    }

    /** From here on the setting has this value, and other sources of it are ignored. */
    public void override(String key, String value) {
        options.override(key, value);
    }

    /** Logs only Carillon's warnings, unless the user has set how much to log. */
    public LogConfig quietUnlessSet() {
        Config config = options.loaderOfOwnCluster(Map.of()).load();
        warn(config);
        LogConfig logging = config.get(LogConfig.class);
        boolean set = config.describe().stream()
                .anyMatch(one -> one.name().startsWith("log.l")
                        && !one.origin().equals("default")
                        && !one.origin().equals("not set"));
        if (set) {
            return logging;
        }
        LogFormat format = logging.format() == LogFormat.AUTO ? LogFormat.TEXT : logging.format();
        return options.debug()
                ? new LogConfig(format, LogLevel.DEBUG, List.of())
                : new LogConfig(format, LogLevel.WARN, QUIET_LIBRARIES);
    }

    /** Connects, and returns once Kafka has answered. */
    public ClusterSession open() {
        Config config = config();
        quietLogs();
        return new ClusterSession(
                environment,
                config.get(TopicsConfig.class).names(),
                environment.connector().open(config.get(KafkaConfig.class)),
                userName());
    }

    /** A client of the same cluster. */
    public CarillonClient client() {
        Config config = config();
        quietLogs();
        return CarillonClient.over(
                environment.connector(),
                config.get(KafkaConfig.class),
                config.get(TopicsConfig.class).names(),
                environment.clock());
    }

    public TopicMaker topicMaker(Config config) {
        quietLogs();
        return environment.connector().topics(config.get(KafkaConfig.class));
    }

    /** A command prints its failures itself, so library logs are off without {@code --debug}. */
    public void quietLogs() {
        LogLevel level = options.debug() ? LogLevel.DEBUG : LogLevel.OFF;
        List<String> others = options.debug()
                ? List.of()
                : List.of("org.apache.kafka=off", "org.apache.kafka.clients.NetworkClient=off");
        LogSetup.install(new LogConfig(LogFormat.TEXT, level, others), LogTarget.STANDARD_ERROR);
    }
}
