package dev.carillon.cli.cluster;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OptionLimits;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.insight.cluster.ClusterLook;
import dev.carillon.insight.cluster.ClusterStatus;
import dev.carillon.insight.cluster.OutcomeStatistics;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Durations;
import dev.carillon.schemas.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code carillon stats}. */
@Command(
        name = "stats",
        mixinStandardHelpOptions = true,
        description = "Summarize how executions ended: totals, throughput, rates and durations.")
public final class StatsCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** Outcomes are kept for this long. */
    private static final Duration LONGEST = Duration.ofDays(7);

    private final ClusterSessions sessions;

    @Option(
            names = "--since",
            paramLabel = "DURATION",
            description = "How far back, from 1s to 7d (default: ${DEFAULT-VALUE}).",
            defaultValue = "1h")
    private String since = "1h";

    @Mixin
    private final OutputOption output = new OutputOption();

    public StatsCommand(ClusterSessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        Duration back = OptionLimits.within("--since", Durations.parse("--since", since), SHORTEST, LONGEST);
        try (ClusterSession session = sessions.open()) {
            Instant now = session.now();
            TopicScan scan = session.scan();
            OutcomeStatistics statistics = new OutcomeStatistics();
            scan.since(session.names().outcomes(), now.minus(back), record -> record.read(Kind.OUTCOME::ifReadable)
                    .ifPresentOrElse(statistics::add, statistics::addUnreadable));
            ClusterStatus status = new ClusterLook(scan, session.names(), now).status();
            StatsWords words = new StatsWords(now.minus(back), statistics, status);
            Terminal terminal = sessions.terminal();
            if (output.json()) {
                terminal.print(Json.answer(words.answer()));
            } else {
                words.lines().forEach(terminal::print);
            }
        }
        return ExitCode.DONE;
    }
}
