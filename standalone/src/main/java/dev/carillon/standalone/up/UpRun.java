package dev.carillon.standalone.up;

import dev.carillon.cli.problem.CliException;
import dev.carillon.cli.problem.CliProblem;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.client.log.ClusterConnector;
import dev.carillon.client.log.RecordLog;
import dev.carillon.embedded.EmbeddedCluster;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.kit.stop.ProcessSignals;
import dev.carillon.kit.stop.StopConfig;
import dev.carillon.kit.stop.StopSignal;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.standalone.demo.Demo;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One run of {@code carillon up}: starts everything, prints the addresses, and stops on a signal. */
public final class UpRun {
    /** For services that still run after a failed start. */
    private static final Duration SHORT_STOP = Duration.ofSeconds(5);

    private final UpOptions options;
    private final Terminal terminal;
    private final Clock clock;
    private final ClusterConnector connector;
    private final StartProgress progress;
    private final StopSignal signal = new StopSignal();

    public UpRun(UpOptions options, Terminal terminal, Clock clock, ClusterConnector connector) {
        this.options = options;
        this.terminal = terminal;
        this.clock = clock;
        this.connector = connector;
        this.progress = new StartProgress(terminal, SystemTime.ticker());
    }

    /**
     * Returns the exit code once everything has stopped.
     *
     * @param configWith loads the configuration, given the settings that only the started cluster knows
     */
    public int run(Function<Map<String, String>, Config> configWith) throws Exception {
        DataPlace place = DataPlace.of(options.data() == null ? null : terminal.resolve(options.data()));
        AllInOne all = new AllInOne(options, place, configWith, connector, clock, progress);
        all.whenFailed(cause -> signal.requestAfterFailure(String.valueOf(cause)));
        ProcessSignals.sendTo(signal);
        try {
            start(all);
            return signal.isRequested() ? ExitCode.DONE : runStarted(all, place);
        } finally {
            all.stop(SHORT_STOP);
            if (!place.deleteIfTemporary()) {
                terminal.printErr("carillon: can't delete all files in " + place.path() + "; delete them by hand");
            }
        }
    }

    private void start(AllInOne all) throws Exception {
        CompletableFuture<@Nullable Void> started = new CompletableFuture<>();
        // On its own thread, so that Ctrl-C also works during the start.
        Thread starter = Threads.named("start-up", () -> {
            try {
                all.start();
                started.complete(null);
            } catch (Throwable e) {
                started.completeExceptionally(e);
            }
        });
        CompletableFuture<@Nullable Void> stopped = new CompletableFuture<>();
        signal.whenRequested(() -> stopped.complete(null));
        starter.start();
        try {
            CompletableFuture.anyOf(started, stopped).get();
            if (!started.isDone()) {
                starter.interrupt();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }

    private int runStarted(AllInOne all, DataPlace place) throws InterruptedException {
        Config config = all.config();
        RunningFile running =
                RunningFile.write(terminal.home(), ProcessHandle.current().pid(), all.addresses());
        try {
            printAddresses(all, place);
            return options.demo() ? runDemo(all, config) : awaitStop(all, config);
        } finally {
            running.close();
        }
    }

    private int runDemo(AllInOne all, Config config) throws InterruptedException {
        try (RecordLog log = connector.open(config.get(KafkaConfig.class));
                Demo demo = new Demo(log, config.get(TopicsConfig.class).names(), clock, terminal)) {
            demo.start();
            return awaitStop(all, config);
        }
    }

    private int awaitStop(AllInOne all, Config config) throws InterruptedException {
        StopSignal.Stop why = signal.await();
        terminal.print("");
        if (why.failed()) {
            terminal.printErr("carillon: " + new CliException(CliProblem.BROKE, why.reason()).getMessage() + " ["
                    + CliProblem.BROKE + "]");
        }
        terminal.print("stopping; running tasks have "
                + config.get(StopConfig.class).drain().toSeconds() + " s to finish (Ctrl-C again stops at once) …");
        all.stop(config.get(StopConfig.class).drain());
        terminal.print(
                options.data() == null
                        ? "stopped"
                        : "stopped; the data is kept in " + terminal.resolve(options.data()));
        return why.failed() ? ExitCode.FAILED : ExitCode.DONE;
    }

    private void printAddresses(AllInOne all, DataPlace place) {
        EmbeddedCluster cluster = all.cluster();
        all.notices().forEach(notice -> terminal.print(terminal.paint().warning(notice)));
        terminal.print(terminal.paint().strong("Carillon is up") + " (ready in " + progress.elapsed() + ")");
        if (options.console()) {
            terminal.print("  Page       " + terminal.paint().strong("http://127.0.0.1:" + all.consolePort()));
        }
        terminal.print("  Kafka      " + cluster.bootstrapServers());
        terminal.print("  ZooKeeper  " + cluster.zooKeeperConnect());
        terminal.print("  Admin      http://127.0.0.1:" + all.adminPort() + "/readyz and /metrics");
        terminal.print("  Workers    " + options.workers() + ", for http and shell tasks of the queue default");
        terminal.print("  Data       " + place.path()
                + (place.temporary() ? " (deleted at the end; keep it with --data DIR)" : " (kept)"));
        terminal.print("  Stop       Ctrl-C");
        terminal.print("  Next       in another terminal: carillon once 'echo hello' --wait");
        terminal.print("");
    }
}
