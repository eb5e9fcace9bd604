package dev.carillon.standalone.cli;

import dev.carillon.client.Queues;
import dev.carillon.client.deadletter.AllOrNothing;
import dev.carillon.client.deadletter.Letter;
import dev.carillon.client.deadletter.LetterBox;
import dev.carillon.client.deadletter.LetterDesk;
import dev.carillon.client.deadletter.LetterPosition;
import dev.carillon.client.deadletter.Marks;
import dev.carillon.client.deadletter.ReplayRule;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.schemas.topic.TopicNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code carillon dlq replay}. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = "Run the work of dead letters again, each as a new execution that names the old one.",
        footer = {
            "",
            "Each letter is replayed once: it gets a mark in the same transaction, and lists leave it out.",
            "Exit code: 0 when every letter named was replayed, 1 when some were refused."
        })
final class DlqReplayCommand implements Callable<Integer> {
    private final Sessions sessions;
    private final BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions;

    @Parameters(
            paramLabel = "POSITION",
            arity = "0..*",
            description = "dead-letters-3@17, or an execution key that has only one.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private final LetterFilter filter = new LetterFilter();

    @Option(names = "--all", description = "All that wait.")
    private boolean all;

    @Option(names = "--dry-run", description = "Only say what would be replayed.")
    private boolean dryRun;

    @Option(names = "--again", description = "Also what was replayed or dropped already.")
    private boolean again;

    @Option(
            names = {"-y", "--yes"},
            description = "Don't ask, however many there are.")
    private boolean yes;

    @Option(names = "--reason", paramLabel = "TEXT", description = "For those who read the mark later.")
    private @Nullable String reason;

    @Mixin
    private final OutputOption output = new OutputOption();

    DlqReplayCommand(Sessions sessions, BiFunction<KafkaConfig, TopicNames, AllOrNothing> transactions) {
        this.sessions = sessions;
        this.transactions = transactions;
    }

    @Override
    public Integer call() {
        filter.requireEither(names, all);
        Predicate<Letter> filtered = filter.predicate(sessions.surroundings().clock());
        DlqRun run = new DlqRun(sessions, output.json(), dryRun ? "would replay" : "replayed");
        try (Session session = sessions.open()) {
            LetterDesk.Signature signature = new LetterDesk.Signature(run.who(), reason, again);
            LetterDesk desk = desk(session, signature);
            Set<LetterPosition> chosen = chosen(session, filtered);
            if (chosen.isEmpty()) {
                return run.nothing();
            }
            if (dryRun) {
                desk.preview(chosen, run::told);
            } else {
                run.confirm(chosen.size(), yes, "replay");
                try (AllOrNothing write =
                        transactions.apply(sessions.config().get(KafkaConfig.class), session.names())) {
                    desk.replay(chosen, write, run::told);
                }
            }
        }
        return run.end();
    }

    private LetterDesk desk(Session session, LetterDesk.Signature signature) {
        Queues queues = session.queues();
        return new LetterDesk(
                session.log(),
                session.names(),
                sessions.surroundings().clock(),
                sessions.surroundings().keys(),
                new ReplayRule(session.names(), queues.names()),
                signature);
    }

    private Set<LetterPosition> chosen(Session session, Predicate<Letter> filtered) {
        LetterBox box = new LetterBox(session.log(), session.names());
        Marks marks = Marks.read(session.log(), session.names());
        Predicate<Letter> waits = letter -> again || marks.of(letter).isEmpty();
        if (names.isEmpty()) {
            return new LinkedHashSet<>(box.all(filtered.and(waits)));
        }
        Set<LetterPosition> chosen = new LinkedHashSet<>();
        names.forEach(name -> chosen.add(box.meant(name, waits)));
        return chosen;
    }
}
