package dev.carillon.cli.cluster;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OptionLimits;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.terminal.Terminal;
import dev.carillon.client.log.LatestRecords;
import dev.carillon.client.log.PartitionReading;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.stop.ExitCode;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code carillon outcomes|results|events}: prints the newest records of a topic, and follows new ones. */
@Command(mixinStandardHelpOptions = true)
public final class ListingCommand implements Callable<Integer> {
    private static final int MAX = 10_000;
    private static final Duration POLL = Duration.ofMillis(250);

    private final ClusterSessions sessions;
    private final RecordListing listing;

    @Option(
            names = {"-f", "--follow"},
            description = "Keep printing new records until Ctrl-C.")
    private boolean follow;

    @Option(
            names = "-n",
            paramLabel = "COUNT",
            description = "How many of the newest (default: ${DEFAULT-VALUE}).",
            defaultValue = "20")
    private int count = 20;

    @Option(names = "--task", paramLabel = "TASKID", description = "Only those of this schedule or task.")
    private @Nullable String taskId;

    @Option(names = "--key", paramLabel = "KEY", description = "Only those of this execution.")
    private @Nullable String key;

    @Option(names = "--all", description = "Include records for programs only: slices, claims, checks and leases.")
    private boolean all;

    @Mixin
    private final OutputOption output = new OutputOption();

    private ListingCommand(ClusterSessions sessions, RecordListing listing) {
        this.sessions = sessions;
        this.listing = listing;
    }

    public static CommandLine outcomes(ClusterSessions sessions) {
        return named(sessions, RecordListing.OUTCOMES, "outcomes", "List how executions ended.");
    }

    public static CommandLine results(ClusterSessions sessions) {
        return named(sessions, RecordListing.RESULTS, "results", "List how single attempts ended.");
    }

    public static CommandLine events(ClusterSessions sessions) {
        return named(
                sessions,
                RecordListing.EVENTS,
                "events",
                "List what else happened: leaders, workers, schedules, starts.");
    }

    private static CommandLine named(ClusterSessions sessions, RecordListing listing, String name, String description) {
        CommandLine command = new CommandLine(new ListingCommand(sessions, listing));
        command.getCommandSpec().name(name).usageMessage().description(description);
        return command;
    }

    @Override
    public Integer call() {
        int wanted = OptionLimits.within("-n", count, 0, MAX);
        try (ClusterSession session = sessions.open()) {
            String topic = listing.topic(session.names());
            Map<Integer, Long> ends = session.log().ends(topic);
            boolean read = true;
            for (ReceivedRecord found : LatestRecords.of(session.log(), topic, ends, wanted, this::isWanted)) {
                read = read && print(found);
            }
            if (follow && read) {
                follow(session, topic, ends);
            }
        }
        return ExitCode.DONE;
    }

    private void follow(ClusterSession session, String topic, Map<Integer, Long> from) {
        try (PartitionReading reading = session.log().read(topic, from)) {
            boolean read = true;
            while (read && !Thread.currentThread().isInterrupted()) {
                for (ReceivedRecord found : reading.next(POLL)) {
                    read = read && (!isWanted(found) || print(found));
                }
            }
        }
    }

    private boolean isWanted(ReceivedRecord found) {
        String text = found.keyText();
        return (all ? found.value() != null : listing.lists(found))
                && (key == null || text.equals(key))
                && (taskId == null || text.equals(taskId) || text.startsWith(taskId + ":"));
    }

    private boolean print(ReceivedRecord found) {
        Terminal terminal = sessions.terminal();
        if (output.json()) {
            return terminal.print(RecordListing.json(found));
        }
        return terminal.print(listing.line(found, terminal.paint()));
    }
}
