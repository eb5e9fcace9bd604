package dev.carillon.cli.deadletter;

import dev.carillon.cli.frame.ClusterSession;
import dev.carillon.cli.frame.ClusterSessions;
import dev.carillon.cli.frame.OutputOption;
import dev.carillon.client.deadletter.AtomicWriter;
import dev.carillon.client.deadletter.DeadLetterMarks;
import dev.carillon.client.deadletter.DeadLetterPosition;
import dev.carillon.client.deadletter.DeadLetterReplay;
import dev.carillon.client.deadletter.DeadLetterStore;
import dev.carillon.client.deadletter.ReplayRule;
import dev.carillon.client.deadletter.StoredDeadLetter;
import dev.carillon.client.submit.Queues;
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
            "A dead letter is replayed once: the same transaction marks it, and lists leave it out from then on.",
            "Exit code: 0 when all of them were replayed, 1 when some were refused."
        })
final class DlqReplayCommand implements Callable<Integer> {
    private final ClusterSessions sessions;
    private final BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions;

    @Parameters(
            paramLabel = "POSITION",
            arity = "0..*",
            description = "dead-letters-3@17, or the key of an execution with one.")
    private List<String> names = new ArrayList<>();

    @Mixin
    private final DeadLetterFilter filter = new DeadLetterFilter();

    @Option(names = "--all", description = "All that were neither replayed nor dropped yet.")
    private boolean all;

    @Option(names = "--dry-run", description = "Show what would be replayed, change nothing.")
    private boolean dryRun;

    @Option(names = "--again", description = "Include those already replayed or dropped.")
    private boolean again;

    @Option(
            names = {"-y", "--yes"},
            description = "Don't ask for confirmation, however many there are.")
    private boolean yes;

    @Option(names = "--reason", paramLabel = "TEXT", description = "A note for others, kept with the mark.")
    private @Nullable String reason;

    @Mixin
    private final OutputOption output = new OutputOption();

    DlqReplayCommand(ClusterSessions sessions, BiFunction<KafkaConfig, TopicNames, AtomicWriter> transactions) {
        this.sessions = sessions;
        this.transactions = transactions;
    }

    @Override
    public Integer call() {
        filter.requireEither(names, all);
        Predicate<StoredDeadLetter> filtered =
                filter.predicate(sessions.environment().clock());
        DlqRun run = new DlqRun(sessions, output.json(), dryRun ? "would replay" : "replayed");
        try (ClusterSession session = sessions.open()) {
            DeadLetterReplay.Signature signature = new DeadLetterReplay.Signature(run.userName(), reason, again);
            DeadLetterReplay replay = replay(session, signature);
            Set<DeadLetterPosition> chosen = chosen(session, filtered);
            if (chosen.isEmpty()) {
                return run.nothing();
            }
            if (dryRun) {
                replay.preview(chosen, run::report);
            } else {
                run.confirm(chosen.size(), yes, "replay");
                try (AtomicWriter write =
                        transactions.apply(sessions.config().get(KafkaConfig.class), session.names())) {
                    replay.replay(chosen, write, run::report);
                }
            }
        }
        if (run.hasRefused() && !again) {
            sessions.terminal().printErr("to include dead letters already replayed or dropped, add --again");
        }
        return run.end();
    }

    private DeadLetterReplay replay(ClusterSession session, DeadLetterReplay.Signature signature) {
        Queues queues = session.queues();
        return new DeadLetterReplay(
                session.log(),
                session.names(),
                sessions.environment().clock(),
                sessions.environment().keys(),
                new ReplayRule(session.names(), queues.names()),
                signature);
    }

    private Set<DeadLetterPosition> chosen(ClusterSession session, Predicate<StoredDeadLetter> filtered) {
        DeadLetterStore store = new DeadLetterStore(session.log(), session.names());
        DeadLetterMarks marks = DeadLetterMarks.read(session.log(), session.names());
        Predicate<StoredDeadLetter> unhandled =
                deadLetter -> again || marks.of(deadLetter).isEmpty();
        if (names.isEmpty()) {
            return new LinkedHashSet<>(store.all(filtered.and(unhandled)));
        }
        Set<DeadLetterPosition> chosen = new LinkedHashSet<>();
        names.forEach(name -> chosen.add(store.resolve(name, unhandled)));
        return chosen;
    }
}
