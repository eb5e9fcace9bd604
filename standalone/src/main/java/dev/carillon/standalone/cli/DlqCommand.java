package dev.carillon.standalone.cli;

import dev.carillon.client.deadletter.AllOrNothing;
import dev.carillon.client.deadletter.Letter;
import dev.carillon.client.deadletter.LetterBox;
import dev.carillon.client.deadletter.LetterDesk;
import dev.carillon.client.deadletter.LetterJson;
import dev.carillon.client.deadletter.LetterPosition;
import dev.carillon.client.deadletter.Marks;
import dev.carillon.client.deadletter.ReplayRule;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.stop.ExitCode;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.standalone.deadletter.LetterWords;
import dev.carillon.standalone.render.Table;
import dev.carillon.standalone.render.Texts;
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
final class DlqCommand {
    private DlqCommand() {}

    static CommandLine tree(Sessions sessions, BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions) {
        return new CommandLine(new Group())
                .addSubcommand(new ListAll(sessions))
                .addSubcommand(new Show(sessions))
                .addSubcommand(new DlqReplayCommand(sessions, transactions))
                .addSubcommand(new Drop(sessions, transactions));
    }

    /** {@code carillon dlq}: needs a word more. */
    @Command(name = "dlq", description = "Look at dead letters, replay them, drop them.")
    static final class Group extends CommandGroup {}

    /** {@code carillon dlq list}. */
    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "List what could not be used and what failed for good; the newest last.")
    static final class ListAll implements Callable<Integer> {
        private static final int MAX = 10_000;

        private final Sessions sessions;

        @Mixin
        private final LetterFilter filter = new LetterFilter();

        @Mixin
        private final OutputOption output = new OutputOption();

        @Option(
                names = "-n",
                paramLabel = "COUNT",
                description = "How many of the last ones (default: ${DEFAULT-VALUE}).",
                defaultValue = "20")
        private int count = 20;

        @Option(names = "--all", description = "With those that were replayed or dropped.")
        private boolean all;

        ListAll(Sessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            int wanted = Numbers.within("-n", count, 0, MAX);
            Predicate<Letter> filtered =
                    filter.predicate(sessions.surroundings().clock());
            try (Session session = sessions.open()) {
                Marks marks = Marks.read(session.log(), session.names());
                List<Letter> letters = new LetterBox(session.log(), session.names())
                        .latest(
                                wanted,
                                letter -> filtered.test(letter)
                                        && (all || marks.of(letter).isEmpty()));
                say(letters, marks);
            }
            return ExitCode.DONE;
        }

        private void say(List<Letter> letters, Marks marks) {
            if (output.json()) {
                letters.forEach(letter -> sessions.terminal()
                        .say(LetterJson.json(letter, marks.of(letter)).toString()));
                return;
            }
            if (letters.isEmpty()) {
                sessions.terminal().say("no dead letters" + (all ? "" : " that wait; see the others with --all"));
                return;
            }
            Table table = new Table("POSITION", "WHEN", "CAUSE", "KEY", "WHY");
            letters.forEach(letter -> table.row(
                    letter.position().toString(),
                    Texts.second(letter.appended()),
                    letter.cause(),
                    letter.key().isEmpty() ? "-" : Texts.oneLine(letter.key()),
                    LetterWords.why(letter, marks.of(letter))));
            table.lines().forEach(sessions.terminal()::say);
            sessions.terminal()
                    .tell("try: carillon dlq show "
                            + letters.get(letters.size() - 1).position());
        }
    }

    /** {@code carillon dlq show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show one dead letter: why, from where, and what is in it.")
    static final class Show implements Callable<Integer> {
        private final Sessions sessions;

        @Parameters(paramLabel = "POSITION", description = "dead-letters-3@17, or an execution key that has only one.")
        @SuppressWarnings("NullAway.Init") // Set by picocli.
        private String name;

        @Mixin
        private final OutputOption output = new OutputOption();

        Show(Sessions sessions) {
            this.sessions = sessions;
        }

        @Override
        public Integer call() {
            try (Session session = sessions.open()) {
                LetterBox box = new LetterBox(session.log(), session.names());
                Letter letter = box.get(box.meant(name, any -> true));
                Marks marks = Marks.read(session.log(), session.names());
                if (output.json()) {
                    sessions.terminal()
                            .say(LetterJson.whole(letter, marks.of(letter)).toString());
                } else {
                    ReplayRule rule =
                            new ReplayRule(session.names(), session.queues().names());
                    boolean replayable =
                            rule.allows(letter, sessions.surroundings().keys().nextTime());
                    LetterWords.lines(letter, marks.of(letter), replayable).forEach(sessions.terminal()::say);
                }
            }
            return ExitCode.DONE;
        }
    }

    /** {@code carillon dlq drop}. */
    @Command(
            name = "drop",
            mixinStandardHelpOptions = true,
            description = "Mark dead letters as done with: lists leave them out, and Kafka forgets them in time.")
    static final class Drop implements Callable<Integer> {
        private final Sessions sessions;
        private final BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions;

        @Parameters(
                paramLabel = "POSITION",
                arity = "1..*",
                description = "dead-letters-3@17, or an execution key that has only one.")
        private List<String> names = new ArrayList<>();

        @Option(names = "--reason", paramLabel = "TEXT", description = "For those who read the mark later.")
        private @Nullable String reason;

        @Mixin
        private final OutputOption output = new OutputOption();

        Drop(Sessions sessions, BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions) {
            this.sessions = sessions;
            this.transactions = transactions;
        }

        @Override
        public Integer call() {
            DlqRun run = new DlqRun(sessions, output.json(), "dropped");
            try (Session session = sessions.open()) {
                LetterBox box = new LetterBox(session.log(), session.names());
                Marks marks = Marks.read(session.log(), session.names());
                Set<LetterPosition> chosen = new LinkedHashSet<>();
                names.forEach(name ->
                        chosen.add(box.meant(name, letter -> marks.of(letter).isEmpty())));
                LetterDesk desk = new LetterDesk(
                        session.log(),
                        session.names(),
                        sessions.surroundings().clock(),
                        sessions.surroundings().keys(),
                        new ReplayRule(session.names(), List.of()),
                        new LetterDesk.Signature(run.who(), reason, false));
                try (AllOrNothing write =
                        transactions.apply(sessions.config().get(KafkaConfig.class), session.names())) {
                    desk.drop(chosen, write, run::told);
                }
            }
            return run.end();
        }
    }
}
