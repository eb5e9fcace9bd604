package dev.carillon.cli.cluster;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandGroup;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.terminal.TextTable;
import dev.carillon.cli.topics.TopicsConfig;
import dev.carillon.cli.topics.WantedTopics;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.TopicMaker;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.topic.TopicPlan;
import dev.carillon.kit.kafka.topic.WantedTopic;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.QueueName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code carillon topics}. */
public final class TopicsCommand {
    private TopicsCommand() {}

    public static CommandLine tree(ClusterSessions sessions) {
        return new CommandLine(new Group()).addSubcommand(new Create(sessions)).addSubcommand(new ListAll(sessions));
    }

    /** {@code carillon topics}: only has subcommands. */
    @Command(name = "topics", description = "Create and list the topics.")
    static final class Group extends CommandGroup {}

    /** {@code carillon topics create}: creates missing topics and can be repeated. */
    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Create missing topics and report differences; existing topics are never changed.")
    static final class Create implements Callable<Integer> {
        private static final String COLLECTORS = "collector";

        private final ClusterSessions sessions;

        @Option(names = "--queue", paramLabel = "NAME", description = "Another queue, besides default; repeatable.")
        private List<String> queues = new ArrayList<>();

        @Option(names = "--dry-run", description = "Show what would be created, change nothing.")
        private boolean dryRun;

        @Option(
                names = "--accept-differences",
                description =
                        "Exit with 0 even if existing topics differ, so that a script that starts a role goes on.")
        private boolean acceptDifferences;

        Create(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            Config config = sessions.config();
            Set<String> all = new LinkedHashSet<>(List.of(QueueName.DEFAULT));
            queues.forEach(queue -> all.add(checked(queue)));
            List<WantedTopic> wanted = WantedTopics.of(config.get(TopicsConfig.class), List.copyOf(all));
            try (TopicMaker maker = sessions.topicMaker(config)) {
                TopicPlan plan = dryRun ? maker.plan(wanted) : maker.apply(wanted);
                return print(plan);
            }
        }

        /** A queue's workers form the group NAMESPACE.QUEUE, and NAMESPACE.collector is the collectors' group. */
        private static String checked(String queue) {
            if (queue.equals(COLLECTORS)) {
                throw new ContractException(
                        ErrorCode.BAD_QUEUE,
                        "--queue",
                        "'" + queue + "' is the name of the collectors' own group",
                        "choose another name");
            }
            return QueueName.check("--queue", queue);
        }

        private int print(TopicPlan plan) {
            String created = dryRun ? "would create " : "created ";
            plan.missing().forEach(topic -> sessions.terminal()
                    .print(created + topic.name() + " ("
                            + TextPieces.count(topic.partitions(), "partition", "partitions") + ")"));
            plan.differing().forEach(difference -> sessions.terminal().print("differs: " + difference.words()));
            String summary = TextPieces.count(plan.missing().size(), "topic", "topics")
                    + (dryRun ? " missing, " : " created, ") + plan.asWanted().size() + " already as they should be"
                    + (plan.differing().isEmpty()
                            ? ""
                            : ", " + TextPieces.count(plan.differing().size(), "difference", "differences")
                                    + " left as they are: change them with Kafka's own tools");
            sessions.terminal().print(summary);
            return plan.differing().isEmpty() || acceptDifferences ? ExitCode.DONE : ExitCode.FAILED;
        }
    }

    /** {@code carillon topics list}. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List Carillon's topics with partitions and offsets.")
    static final class ListAll implements Callable<Integer> {
        private final ClusterSessions sessions;

        @Mixin
        private final OutputOption output = new OutputOption();

        ListAll(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            try (ClusterSession session = sessions.open()) {
                TextTable table = new TextTable("TOPIC", "PARTITIONS", "OFFSETS");
                for (String topic : ours(session)) {
                    RecordLog log = session.log();
                    Map<Integer, Long> starts = log.starts(topic);
                    long span = log.ends(topic).entrySet().stream()
                            .mapToLong(end -> end.getValue() - starts.getOrDefault(end.getKey(), 0L))
                            .sum();
                    if (output.json()) {
                        sessions.terminal().print(Json.answer(new TopicAnswer(topic, starts.size(), span)));
                    } else {
                        table.row(topic, Integer.toString(starts.size()), Long.toString(span));
                    }
                }
                if (!output.json()) {
                    table.lines().forEach(sessions.terminal()::print);
                }
            }
            return ExitCode.DONE;
        }

        private static Set<String> ours(ClusterSession session) {
            TreeSet<String> ours = new TreeSet<>(session.log().topics());
            ours.removeIf(topic -> !topic.startsWith(session.names().namespace() + "."));
            // Internal topics of Kafka Streams, which begin with our application id and are no part of the contract.
            ours.removeIf(topic -> topic.endsWith("-changelog") || topic.endsWith("-repartition"));
            return ours;
        }

        /** A topic, with the span of its offsets. */
        private record TopicAnswer(String topic, int partitions, long offsets) {}
    }
}
