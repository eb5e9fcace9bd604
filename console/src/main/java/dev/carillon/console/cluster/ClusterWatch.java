package dev.carillon.console.cluster;

import dev.carillon.client.ClientException;
import dev.carillon.console.history.Board;
import dev.carillon.console.history.Freshness;
import dev.carillon.console.history.Overdue;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.topics.TopicDesk;
import dev.carillon.kit.errors.CodedException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the cluster last. Looking reads many records, so whoever asks within a few seconds gets what others
 * have been told, and without Kafka what was seen before.
 */
public final class ClusterWatch {
    static final Duration FRESH = Duration.ofSeconds(10);

    private static final int MOST_OVERDUE = 100;

    private final ClusterView view;
    private final TopicDesk desk;
    private final Board board;
    private final Clock clock;
    private ClusterView.@Nullable Seen seen;
    private Instant tried = Instant.MIN;
    private @Nullable RuntimeException failure;

    public ClusterWatch(ClusterView view, TopicDesk desk, Board board, Clock clock) {
        this.view = view;
        this.desk = desk;
        this.board = board;
        this.clock = clock;
    }

    /** The cluster as it is or was; fails only if it was never seen. */
    public synchronized ClusterView.Seen cluster() {
        look();
        if (seen != null) {
            return seen;
        }
        throw failure != null ? failure : new IllegalStateException("nobody has looked");
    }

    /** One at a time looks, and the others wait for what it sees. */
    private void look() {
        Instant now = clock.instant();
        if (now.isBefore(tried.plus(FRESH))) {
            return;
        }
        try {
            seen = desk.ask(view::look);
            failure = null;
        } catch (CodedException | ClientException | ConsoleException e) {
            failure = e; // Kept for those who ask next: it is in the list of what needs somebody.
        }
        tried = clock.instant();
    }

    /** What a person should see to, the worst first. */
    public List<Need> needs() {
        List<Need> needs = new ArrayList<>();
        ofHistory(board.freshness()).ifPresent(needs::add);
        synchronized (this) {
            look();
            if (failure != null && needs.isEmpty()) {
                needs.add(new Need(codeOf(failure), String.valueOf(failure.getMessage()), "carillon doctor", "/"));
            }
            if (seen != null && failure == null) {
                needs.addAll(seen.needs());
            }
        }
        overdue().ifPresent(needs::add);
        return List.copyOf(needs);
    }

    private static String codeOf(RuntimeException failure) {
        if (failure instanceof CodedException coded) {
            return coded.code().name();
        }
        if (failure instanceof ClientException refused) {
            return refused.problem().name();
        }
        return failure instanceof ConsoleException known ? known.problem().name() : "UNEXPECTED";
    }

    private Optional<Need> ofHistory(Freshness freshness) {
        Instant gone = freshness.kafkaGone();
        if (gone != null) {
            return Optional.of(new Need(
                    "KAFKA_UNREACHABLE",
                    "Kafka has not answered since " + gone + "; what is shown is of then, and nothing can be changed",
                    "carillon doctor",
                    "/"));
        }
        return Optional.empty();
    }

    private Optional<Need> overdue() {
        List<Overdue> overdue = board.overdue(MOST_OVERDUE);
        if (overdue.isEmpty()) {
            return Optional.empty();
        }
        Overdue longest = overdue.get(0);
        String count = overdue.size() == 1
                ? "1 execution is overdue"
                : (overdue.size() < MOST_OVERDUE ? "" : "at least ") + overdue.size() + " executions are overdue";
        return Optional.of(new Need(
                "OVERDUE",
                count + "; the longest is " + longest.run().key() + ": " + longest.why(),
                "carillon status " + longest.run().key(),
                "/run?key=" + longest.run().key()));
    }
}
