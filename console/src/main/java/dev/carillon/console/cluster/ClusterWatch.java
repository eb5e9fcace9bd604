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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the cluster last. Looking reads many records and may take seconds, so whoever asks within a few of them
 * gets what others have been told, and how things stand is said at once: of what was seen before, while somebody looks.
 * Where nothing was seen lately, the answer waits a moment for the look, and then says that it is still checking.
 */
public final class ClusterWatch {
    /** How old may be what is told without looking again. */
    static final Duration FRESH = Duration.ofSeconds(10);
    /** How old may be what is told while somebody looks. */
    static final Duration USABLE = Duration.ofSeconds(30);
    /** How long an answer waits for a look while there is something to tell. */
    private static final Duration A_MOMENT = Duration.ofMillis(300);
    /** How long it waits while nothing is known; most looks end within this. */
    private static final Duration FIRST_LOOK = Duration.ofSeconds(2);

    private static final int MOST_OVERDUE = 100;

    private final ClusterView view;
    private final TopicDesk desk;
    private final Board board;
    private final Clock clock;
    private @Nullable CompletableFuture<ClusterView.Seen> look;
    private volatile Last last = new Last(null, null, Instant.MIN);

    /** What the last look ended with; a failed one keeps what was seen before it. */
    private record Last(
            ClusterView.@Nullable Seen seen, @Nullable RuntimeException failure, Instant at) {}

    public ClusterWatch(ClusterView view, TopicDesk desk, Board board, Clock clock) {
        this.view = view;
        this.desk = desk;
        this.board = board;
        this.clock = clock;
    }

    /** The cluster as it is, or was while Kafka is away; fails only if it was never seen. */
    public ClusterView.Seen cluster() {
        CompletableFuture<ClusterView.Seen> looking = look();
        if (looking != null) {
            try {
                return desk.await(looking);
            } catch (CodedException | ClientException | ConsoleException e) {
                // Kept by the look itself; what was seen before is better than nothing.
                return seenBefore(e);
            }
        }
        RuntimeException failure = last.failure();
        return seenBefore(failure != null ? failure : new IllegalStateException("nobody has looked"));
    }

    private ClusterView.Seen seenBefore(RuntimeException otherwise) {
        ClusterView.Seen seen = last.seen();
        if (seen == null) {
            throw otherwise;
        }
        return seen;
    }

    /** One look at a time, for all who ask meanwhile; null while the last one is fresh. */
    private synchronized @Nullable CompletableFuture<ClusterView.Seen> look() {
        if (look != null && !look.isDone()) {
            return look;
        }
        if (clock.instant().isBefore(last.at().plus(FRESH))) {
            return null;
        }
        try {
            look = desk.start(view::look).whenComplete(this::seen);
        } catch (CodedException | ConsoleException e) {
            seen(null, e);
            return null;
        }
        return look;
    }

    private void seen(ClusterView.@Nullable Seen now, @Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        RuntimeException kept = null;
        if (cause != null) {
            kept = cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
        }
        last = new Last(now != null ? now : last.seen(), kept, clock.instant());
    }

    /**
     * What a person should see to.
     *
     * @param needs the worst first
     * @param checking whether the cluster was not seen lately: then the list may lack something, and an empty one does not
     *     mean that all is well
     */
    public record Attention(List<Need> needs, boolean checking) {
        public Attention {
            needs = List.copyOf(needs);
        }

        /** Whether nothing needs anybody, as far as a look that is not old can tell. */
        public boolean isWell() {
            return needs.isEmpty() && !checking;
        }
    }

    /** What a person should see to. Answers within a moment, whatever the cluster does. */
    public Attention attention() {
        List<Need> needs = new ArrayList<>();
        ofHistory(board.freshness()).ifPresent(needs::add);
        waitFor(look(), usable(last) == null ? FIRST_LOOK : A_MOMENT);
        Last told = last;
        RuntimeException failure = told.failure();
        ClusterView.Seen seen = usable(told);
        if (failure != null && needs.isEmpty()) {
            needs.add(new Need(codeOf(failure), String.valueOf(failure.getMessage()), "carillon doctor", "/"));
        }
        if (seen != null) {
            needs.addAll(seen.needs());
        }
        overdue().ifPresent(needs::add);
        return new Attention(needs, seen == null && failure == null);
    }

    /** What was seen last, unless it is old or the look after it has failed. */
    private ClusterView.@Nullable Seen usable(Last told) {
        ClusterView.Seen seen = told.seen();
        boolean fresh = seen != null
                && told.failure() == null
                && clock.instant().isBefore(seen.at().plus(USABLE));
        return fresh ? seen : null;
    }

    private static void waitFor(@Nullable CompletableFuture<ClusterView.Seen> looking, Duration atMost) {
        if (looking == null) {
            return;
        }
        try {
            var unused = looking.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // What was seen before is told, and a failure with it: both are kept where the look ends.
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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
