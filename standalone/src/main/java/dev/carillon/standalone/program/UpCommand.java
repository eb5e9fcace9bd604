package dev.carillon.standalone.program;

import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandEnvironment;
import dev.carillon.cli.frame.OptionLimits;
import dev.carillon.kit.log.LogSetup;
import dev.carillon.kit.log.LogTarget;
import dev.carillon.standalone.up.UpOptions;
import dev.carillon.standalone.up.UpRun;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code carillon up}: runs everything in one process. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = "Start everything in this process: Kafka, ZooKeeper, trigger, workers, collector, console.",
        footer = {"", "It listens on this machine only. Ctrl-C waits for running tasks, then stops."})
final class UpCommand implements Callable<Integer> {
    private static final int MAX_PORT = 65_535;
    private static final int MAX_WORKERS = 20;

    private final ClusterSessions sessions;

    @Option(names = "--demo", description = "Apply example schedules, and print each outcome.")
    private boolean demo;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Keep the data in this directory (default: a temporary one, deleted at the end).")
    private @Nullable String data;

    @Option(names = "--kafka-port", paramLabel = "PORT", description = "9092 if free; 0 = any.")
    private @Nullable Integer kafkaPort;

    @Option(names = "--zookeeper-port", paramLabel = "PORT", description = "2181 if free; 0 = any.")
    private @Nullable Integer zooKeeperPort;

    @Option(names = "--admin-port", paramLabel = "PORT", description = "8650 if free; 0 = any.")
    private @Nullable Integer adminPort;

    @Option(names = "--console-port", paramLabel = "PORT", description = "8080 if free; 0 = any.")
    private @Nullable Integer consolePort;

    @Option(names = "--no-console", description = "Don't start the web page and REST.")
    private boolean noConsole;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "How many workers (default: ${DEFAULT-VALUE}).",
            defaultValue = "2")
    private int workers = 2;

    UpCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() throws Exception {
        UpOptions options = new UpOptions(
                demo,
                data,
                port("--kafka-port", kafkaPort),
                port("--zookeeper-port", zooKeeperPort),
                port("--admin-port", adminPort),
                port("--console-port", consolePort),
                !noConsole,
                OptionLimits.within("--workers", workers, 1, MAX_WORKERS));
        LogSetup.install(sessions.quietUnlessSet(), LogTarget.STANDARD_ERROR);
        CommandEnvironment environment = sessions.environment();
        return new UpRun(options, environment.terminal(), environment.clock(), environment.connector())
                .run(sessions::configOfOwnCluster);
    }

    private static @Nullable Integer port(String option, @Nullable Integer value) {
        return value == null ? null : (Integer) OptionLimits.within(option, value, 0, MAX_PORT);
    }
}
