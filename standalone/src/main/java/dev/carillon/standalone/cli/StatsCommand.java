package dev.carillon.standalone.cli;

import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Durations;
import dev.carillon.standalone.look.ClusterLook;
import dev.carillon.standalone.look.Pass;
import dev.carillon.standalone.look.Standing;
import dev.carillon.standalone.look.Statistics;
import dev.carillon.standalone.look.StatsWords;
import dev.carillon.standalone.terminal.Terminal;
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
        description = "Add up how executions ended: totals, throughput, rates, and how long they took.")
final class StatsCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    /** Outcomes are kept no longer. */
    private static final Duration LONGEST = Duration.ofDays(7);

    private final Sessions sessions;

    @Option(
            names = "--since",
            paramLabel = "DURATION",
            description = "How far back, from 1s to 7d (default: ${DEFAULT-VALUE}).",
            defaultValue = "1h")
    private String since = "1h";

    @Mixin
    private final OutputOption output = new OutputOption();

    StatsCommand(Sessions sessions) {
        this.sessions = sessions;
    }

    @Override
    public Integer call() {
        Duration back = Numbers.within("--since", Durations.parse("--since", since), SHORTEST, LONGEST);
        try (Session session = sessions.open()) {
            Instant now = session.now();
            Pass pass = session.pass();
            Statistics statistics = new Statistics();
            pass.since(session.names().outcomes(), now.minus(back), record -> record.read(Kind.OUTCOME)
                    .ifPresentOrElse(statistics::add, statistics::addUnreadable));
            Standing standing = new ClusterLook(pass, session.names(), now).standing();
            StatsWords words = new StatsWords(now.minus(back), statistics, standing);
            Terminal terminal = sessions.terminal();
            if (output.json()) {
                terminal.say(words.json().toString());
            } else {
                words.lines().forEach(terminal::say);
            }
        }
        return ExitCode.DONE;
    }
}
