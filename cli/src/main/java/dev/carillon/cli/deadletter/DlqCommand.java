package dev.carillon.cli.deadletter;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.CommandGroup;
import dev.carillon.cli.frame.OptionLimits;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.cli.terminal.TextTable;
import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.client.deadletter.DeadLetterAnswer;
import dev.carillon.client.deadletter.DeadLetterMarks;
import dev.carillon.client.deadletter.DeadLetterPosition;
import dev.carillon.client.deadletter.DeadLetterReplay;
import dev.carillon.client.deadletter.DeadLetterStore;
import dev.carillon.client.deadletter.ReplayRule;
import dev.carillon.client.deadletter.StoredDeadLetter;
import dev.carillon.insight.words.TextPieces;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.topic.TopicNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon dlq}. */
public final class DlqCommand {
    private DlqCommand() {}

    public static CommandLine tree(
            ClusterSessions sessions, BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
        return new CommandLine(new Group())
                .addSubcommand(new ListAll(sessions))
                .addSubcommand(new Show(sessions))
                .addSubcommand(new DlqReplayCommand(sessions, transactions))
                .addSubcommand(new Drop(sessions, transactions));
    }

    /** {@code carillon dlq}: only has subcommands. */
    @Command(name = "dlq", description = "List, show, replay and drop dead letters.")
    static final class Group extends CommandGroup {}

    /** {@code carillon dlq list}. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List executions that failed for good and records that could not be used, newest last.")
    static final class ListAll implements Callable<Integer> {
        private static final int MAX = 10_000;

        private final ClusterSessions sessions;

        @Mixin
        private final DeadLetterFilter filter = new DeadLetterFilter();

        @Mixin
        private final OutputOption output = new OutputOption();

        @Option(
                names = "-n",
                paramLabel = "COUNT",
                description = "How many of the newest (default: ${DEFAULT-VALUE}).",
                defaultValue = "20")
        private int count = 20;

        @Option(names = "--all", description = "Include those already replayed or dropped.")
        private boolean all;

        ListAll(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            int wanted = OptionLimits.within("-n", count, 0, MAX);
            Predicate<StoredDeadLetter> filtered =
                    filter.predicate(sessions.environment().clock());
            try (ClusterSession session = sessions.open()) {
                DeadLetterMarks marks = DeadLetterMarks.read(session.log(), session.names());
                List<StoredDeadLetter> deadLetters = new DeadLetterStore(session.log(), session.names())
                        .latest(
                                wanted,
                                deadLetter -> filtered.test(deadLetter)
                                        && (all || marks.of(deadLetter).isEmpty()));
                print(deadLetters, marks);
            }
            return ExitCode.DONE;
        }

        private void print(List<StoredDeadLetter> deadLetters, DeadLetterMarks marks) {
            if (output.json()) {
                deadLetters.forEach(deadLetter -> sessions.terminal()
                        .print(Json.answer(DeadLetterAnswer.summary(deadLetter, marks.of(deadLetter)))));
                return;
            }
            if (deadLetters.isEmpty()) {
                sessions.terminal()
                        .print("no dead letters" + (all ? "" : " to handle; see replayed and dropped ones with --all"));
                return;
            }
            TextTable table = new TextTable("POSITION", "WHEN", "CAUSE", "KEY", "WHY");
            deadLetters.forEach(deadLetter -> table.row(
                    deadLetter.position().toString(),
                    TextPieces.second(deadLetter.appended()),
                    deadLetter.cause(),
                    deadLetter.key().isEmpty() ? "-" : TextPieces.oneLine(deadLetter.key()),
                    DeadLetterText.why(deadLetter, marks.of(deadLetter))));
            table.lines().forEach(sessions.terminal()::print);
            sessions.terminal()
                    .printErr("try: carillon dlq show "
                            + deadLetters.get(deadLetters.size() - 1).position());
        }
    }

    /** {@code carillon dlq show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show one dead letter: its cause, its origin and its content.")
    static final class Show implements Callable<Integer> {
        private final ClusterSessions sessions;

        @Parameters(paramLabel = "POSITION", description = "dead-letters-3@17, or the key of an execution with one.")
        @SuppressWarnings("NullAway.Init") // Set by picocli.
        private String name;

        @Mixin
        private final OutputOption output = new OutputOption();

        Show(ClusterSessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            try (ClusterSession session = sessions.open()) {
                DeadLetterStore store = new DeadLetterStore(session.log(), session.names());
                StoredDeadLetter deadLetter = store.get(store.resolve(name, any -> true));
                DeadLetterMarks marks = DeadLetterMarks.read(session.log(), session.names());
                if (output.json()) {
                    sessions.terminal().print(Json.answer(DeadLetterAnswer.whole(deadLetter, marks.of(deadLetter))));
                } else {
                    ReplayRule rule =
                            new ReplayRule(session.names(), session.queues().names());
                    boolean replayable = rule.allows(
                            deadLetter, sessions.environment().keys().nextTime());
                    DeadLetterText.lines(deadLetter, marks.of(deadLetter), replayable)
                            .forEach(sessions.terminal()::print);
                }
            }
            return ExitCode.DONE;
        }
    }

    /** {@code carillon dlq drop}. */
    @Command(
            name = "drop",
            mixinStandardHelpOptions = true,
            description = "Mark dead letters as handled: lists leave them out, and Kafka deletes them in time.")
    static final class Drop implements Callable<Integer> {
        private final ClusterSessions sessions;
        private final BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions;

        @Parameters(
                paramLabel = "POSITION",
                arity = "1..*",
                description = "dead-letters-3@17, or the key of an execution with one.")
        private List<String> names = new ArrayList<>();

        @Option(names = "--reason", paramLabel = "TEXT", description = "A note for others, kept with the mark.")
        private @Nullable String reason;

        @Mixin
        private final OutputOption output = new OutputOption();

        Drop(ClusterSessions sessions, BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
            this.sessions = sessions;
            this.transactions = transactions;
        }

        @Override
        public Integer call() {
            DlqRun run = new DlqRun(sessions, output.json(), "dropped");
            try (ClusterSession session = sessions.open()) {
                DeadLetterStore store = new DeadLetterStore(session.log(), session.names());
                DeadLetterMarks marks = DeadLetterMarks.read(session.log(), session.names());
                Set<DeadLetterPosition> chosen = new LinkedHashSet<>();
                names.forEach(name -> chosen.add(
                        store.resolve(name, deadLetter -> marks.of(deadLetter).isEmpty())));
                DeadLetterReplay replay = new DeadLetterReplay(
                        session.log(),
                        session.names(),
                        sessions.environment().clock(),
                        sessions.environment().keys(),
                        new ReplayRule(session.names(), List.of()),
                        new DeadLetterReplay.Signature(run.userName(), reason, false));
                try (AtomicWriter write =
                        transactions.apply(sessions.config().get(KafkaConfig.class), session.names())) {
                    replay.drop(chosen, write, run::report);
                }
            }
            return run.end();
        }
    }
}
