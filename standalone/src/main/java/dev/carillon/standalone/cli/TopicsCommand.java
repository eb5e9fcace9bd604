package dev.carillon.standalone.cli;

import dev.carillon.client.RecordLog;
import dev.carillon.client.TopicMaker;
import dev.carillon.kit.config.Config;
import dev.carillon.kit.kafka.TopicPlan;
import dev.carillon.kit.kafka.WantedTopic;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.QueueName;
import dev.carillon.standalone.render.Table;
import dev.carillon.standalone.render.Texts;
import dev.carillon.standalone.topics.TopicsConfig;
import dev.carillon.standalone.topics.WantedTopics;
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
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** {@code carillon topics}. */
final class TopicsCommand {
    private TopicsCommand() {}

    static CommandLine tree(Sessions sessions) {
        return new CommandLine(new Group()).addSubcommand(new Create(sessions)).addSubcommand(new ListAll(sessions));
    }

    /** {@code carillon topics}: needs a word more. */
    @Command(name = "topics", description = "Make and look at the topics.")
    static final class Group extends CommandGroup {}

    /** {@code carillon topics create}: idempotent. */
    @Command(
            name = "create",
            mixinStandardHelpOptions = true,
            description = "Make what is missing, say what differs, change nothing that exists.")
    static final class Create implements Callable<Integer> {
        private static final String COLLECTORS = "collector";

        private final Sessions sessions;

        @Option(names = "--queue", paramLabel = "NAME", description = "A further queue, besides default; repeatable.")
        private List<String> queues = new ArrayList<>();

        @Option(names = "--dry-run", description = "Only say what would be made.")
        private boolean dryRun;

        @Option(
                names = "--accept-differences",
                description =
                        "End with 0 although existing topics differ, as before a start that must not fail for it.")
        private boolean acceptDifferences;

        Create(Sessions sessions) {
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
                return say(plan);
            }
        }

        /** Workers of a queue form the group NAMESPACE.QUEUE, and the collectors' is NAMESPACE.collector. */
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

        private int say(TopicPlan plan) {
            String made = dryRun ? "would make " : "made ";
            plan.missing().forEach(topic -> sessions.terminal()
                    .say(made + topic.name() + " (" + Texts.count(topic.partitions(), "partition", "partitions")
                            + ")"));
            plan.differing().forEach(difference -> sessions.terminal().say("differs: " + difference.words()));
            String summary = Texts.count(plan.missing().size(), "topic", "topics") + (dryRun ? " missing, " : " made, ")
                    + plan.asWanted().size() + " as they should be"
                    + (plan.differing().isEmpty()
                            ? ""
                            : ", " + Texts.count(plan.differing().size(), "difference", "differences")
                                    + " left alone: change them with Kafka's own tools");
            sessions.terminal().say(summary);
            return plan.differing().isEmpty() || acceptDifferences ? ExitCode.DONE : ExitCode.FAILED;
        }
    }

    /** {@code carillon topics list}. */
    @Command(name = "list", mixinStandardHelpOptions = true, description = "List Carillon's topics, and their records.")
    static final class ListAll implements Callable<Integer> {
        private final Sessions sessions;

        @Mixin
        private final OutputOption output = new OutputOption();

        ListAll(Sessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            try (Session session = sessions.open()) {
                Table table = new Table("TOPIC", "PARTITIONS", "OFFSETS");
                for (String topic : mine(session)) {
                    RecordLog log = session.log();
                    Map<Integer, Long> starts = log.starts(topic);
                    long span = log.ends(topic).entrySet().stream()
                            .mapToLong(end -> end.getValue() - starts.getOrDefault(end.getKey(), 0L))
                            .sum();
                    if (output.json()) {
                        sessions.terminal().say(json(topic, starts.size(), span).toString());
                    } else {
                        table.row(topic, Integer.toString(starts.size()), Long.toString(span));
                    }
                }
                if (!output.json()) {
                    table.lines().forEach(sessions.terminal()::say);
                }
            }
            return ExitCode.DONE;
        }

        private static Set<String> mine(Session session) {
            TreeSet<String> mine = new TreeSet<>(session.log().topics());
            mine.removeIf(topic -> !topic.startsWith(session.names().namespace() + "."));
            // Kafka Streams keeps topics of its own under our application id; they are no part of the contract.
            mine.removeIf(topic -> topic.endsWith("-changelog") || topic.endsWith("-repartition"));
            return mine;
        }

        private static ObjectNode json(String topic, int partitions, long span) {
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("topic", topic);
            node.put("partitions", partitions);
            node.put("offsets", span);
            return node;
        }
    }
}
