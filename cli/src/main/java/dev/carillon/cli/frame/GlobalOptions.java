package dev.carillon.cli.frame;

import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.kit.admin.AdminConfig;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.log.LogConfig;
import dev.carillon.kit.stop.StopConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The options of every command, and the configuration loaded from them. */
public final class GlobalOptions {
    static final String DEFAULT_FILE = "carillon.yaml";
    private static final String FILE_VARIABLE = "CARILLON_CONFIG";

    private final CommandEnvironment environment;
    private final List<Class<? extends Record>> records;
    private final Function<Path, Optional<Path>> runningCluster;

    @Option(
            names = {"-b", "--bootstrap"},
            scope = ScopeType.INHERIT,
            paramLabel = "HOST:PORT",
            description = "Address of Kafka (default: that of a running `carillon up`, else 127.0.0.1:9092).")
    private @Nullable String bootstrap;

    @Option(
            names = "--namespace",
            scope = ScopeType.INHERIT,
            paramLabel = "NAME",
            description = "Prefix of the names of the topics (default: carillon).")
    private @Nullable String namespace;

    @Option(
            names = "--config",
            scope = ScopeType.INHERIT,
            paramLabel = "FILE",
            description = "YAML configuration (default: " + DEFAULT_FILE + " in this directory, if there is one).")
    private @Nullable String configFile;

    @Option(
            names = "--set",
            scope = ScopeType.INHERIT,
            paramLabel = "KEY=VALUE",
            description = "Any setting; list them with: carillon config show")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Log in detail, and print stack traces.")
    private boolean debug;

    /**
     * The options of one command line.
     *
     * @param ofServices the settings of the services
     * @param runningCluster the settings file of a running cluster, by the user's home
     */
    public GlobalOptions(
            CommandEnvironment environment,
            List<Class<? extends Record>> ofServices,
            Function<Path, Optional<Path>> runningCluster) {
        this.environment = environment;
        this.records = settings(ofServices);
        this.runningCluster = runningCluster;
    }

    /** The settings of every process, and those of the services. */
    public static List<Class<? extends Record>> settings(List<Class<? extends Record>> ofServices) {
        List<Class<? extends Record>> records = new ArrayList<>(
                List.of(KafkaConfig.class, TopicsConfig.class, AdminConfig.class, LogConfig.class, StopConfig.class));
        records.addAll(ofServices);
        return List.copyOf(records);
    }

    public boolean debug() {
        return debug;
    }

    Config load() {
        return loader().load();
    }

    void override(String key, String value) {
        settings.put(key, value);
    }

    /** All sources except a running {@code carillon up}; settings of the process's own cluster override them. */
    ConfigLoader loaderOfOwnCluster(Map<String, String> own) {
        Map<String, String> flags = flags();
        flags.putAll(own);
        return sources(false).flags(flags);
    }

    /** All sources; of those, a running {@code carillon up} has the lowest priority. */
    ConfigLoader loader() {
        return sources(true).flags(flags());
    }

    private ConfigLoader sources(boolean ofRunningUp) {
        Terminal terminal = environment.terminal();
        ConfigLoader loader = ConfigLoader.of(records)
                .environment(terminal.environment())
                .alsoKnown(FILE_VARIABLE, "CARILLON_JAVA_OPTS");
        if (ofRunningUp) {
            runningCluster.apply(terminal.home()).ifPresent(loader::yamlFile);
        }
        Path file = file(terminal);
        if (file != null) {
            loader.yamlFile(file);
        }
        return loader;
    }

    private @Nullable Path file(Terminal terminal) {
        String named = configFile == null ? terminal.environment().get(FILE_VARIABLE) : configFile;
        if (named != null) {
            return terminal.resolve(named);
        }
        Path here = terminal.resolve(DEFAULT_FILE);
        return Files.exists(here) ? here : null;
    }

    private Map<String, String> flags() {
        Map<String, String> flags = new LinkedHashMap<>(settings);
        if (bootstrap != null) {
            flags.put("kafka.bootstrap-servers", bootstrap);
        }
        if (namespace != null) {
            flags.put("topics.namespace", namespace);
        }
        return flags;
    }
}
