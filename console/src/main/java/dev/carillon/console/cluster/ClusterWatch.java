package dev.carillon.console.cluster;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.console.history.HistoryFreshness;
import dev.carillon.console.history.state.CurrentState;
import dev.carillon.console.history.state.OverdueRun;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.topics.KafkaSession;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Caches the cluster's status. Reading it may take seconds, so requests share one read and its result for 10 s, and
 * {@link #attention} answers from the status before while a read runs. Without a recent status it waits 2 s at most,
 * and then answers that it is still checking.
 */
public final class ClusterWatch {
    /** A status younger than this is not read again. */
    static final Duration FRESH = Duration.ofSeconds(10);
    /** How old a status may be while the next read runs. */
    static final Duration USABLE = Duration.ofSeconds(30);
    /** How long an answer waits for a read while an older status is usable. */
    private static final Duration A_MOMENT = Duration.ofMillis(300);
    /** How long it waits without a usable status; most reads end within this. */
    private static final Duration FIRST_LOOK = Duration.ofSeconds(2);

    private static final int MOST_OVERDUE = 100;

    private final Function<RecordLog, ClusterSnapshot> reader;
    private final KafkaSession session;
    private final CurrentState currentState;
    private final Clock clock;
    private @Nullable CompletableFuture<ClusterSnapshot> look;
    private volatile Last last = new Last(null, null, Instant.MIN);

    /** Result of the last read; a failed read keeps the status before it. */
    private record Last(
            @Nullable ClusterSnapshot seen, @Nullable RuntimeException failure, Instant at) {}

    /**
     * A watch that has not read yet.
     *
     * @param reader reads the whole cluster; called by one thread at a time
     */
    public ClusterWatch(
            Function<RecordLog, ClusterSnapshot> reader, KafkaSession session, CurrentState currentState, Clock clock) {
        this.reader = reader;
        this.session = session;
        this.currentState = currentState;
        this.clock = clock;
    }

    /** The current status, or the last one while Kafka is away; fails only if there was never one. */
    public ClusterSnapshot cluster() {
        CompletableFuture<ClusterSnapshot> looking = look();
        if (looking != null) {
            try {
                // A copy, as a wait that is given up cancels what it waits for, and others wait for the same read.
                return session.await(looking.copy());
            } catch (CodedException | ClientException | ConsoleException e) {
                // The read itself keeps the failure; an old status is better than none.
                return seenBefore(e);
            }
        }
        RuntimeException failure = last.failure();
        return seenBefore(failure != null ? failure : new IllegalStateException("the cluster was never read"));
    }

    private ClusterSnapshot seenBefore(RuntimeException otherwise) {
        ClusterSnapshot seen = last.seen();
        if (seen == null) {
            throw otherwise;
        }
        return seen;
    }

    /** The running read, shared by all requests; null while the last status is fresh or no read can start. */
    private synchronized @Nullable CompletableFuture<ClusterSnapshot> look() {
        if (look != null && !look.isDone()) {
            return look;
        }
        if (isYounger(last.at(), FRESH)) {
            return null;
        }
        try {
            look = session.start(reader).whenComplete(this::seen);
        } catch (CodedException | ConsoleException e) {
            seen(null, e);
            return null;
        }
        return look;
    }

    /** What is later than now is from before the clock was set back, and of unknown age. */
    private boolean isYounger(Instant at, Duration age) {
        Instant now = clock.instant();
        return !now.isBefore(at) && now.isBefore(at.plus(age));
    }

    private void seen(@Nullable ClusterSnapshot now, @Nullable Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        RuntimeException kept = null;
        if (cause != null) {
            kept = cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
        }
        last = new Last(now != null ? now : last.seen(), kept, clock.instant());
    }

    /**
     * What needs an operator.
     *
     * @param needs the worst first
     * @param checking whether a recent status is missing: then the list may be incomplete, and an empty one does not
     *     mean that all is well
     */
    public record Attention(List<AttentionItem> needs, boolean checking) {
        public Attention {
            needs = List.copyOf(needs);
        }

        /** Whether a recent status is there and shows no problem. */
        public boolean isWell() {
            return needs.isEmpty() && !checking;
        }
    }

    /** What needs an operator; answers within {@link #FIRST_LOOK}, also when the cluster does not. */
    public Attention attention() {
        List<AttentionItem> needs = new ArrayList<>();
        ofHistory(currentState.freshness()).ifPresent(needs::add);
        waitFor(look(), usable(last) == null ? FIRST_LOOK : A_MOMENT);
        Last latest = last;
        RuntimeException failure = latest.failure();
        ClusterSnapshot seen = usable(latest);
        if (failure != null && needs.isEmpty()) {
            needs.add(new AttentionItem(codeOf(failure), String.valueOf(failure.getMessage()), "carillon doctor", "/"));
        }
        if (seen != null) {
            needs.addAll(seen.needs());
        }
        overdue().ifPresent(needs::add);
        return new Attention(needs, seen == null && failure == null);
    }

    /** The last status, unless it is too old or the read after it failed. */
    private @Nullable ClusterSnapshot usable(Last latest) {
        ClusterSnapshot seen = latest.seen();
        boolean fresh = seen != null && latest.failure() == null && isYounger(seen.at(), USABLE);
        return fresh ? seen : null;
    }

    private static void waitFor(@Nullable CompletableFuture<ClusterSnapshot> looking, Duration atMost) {
        if (looking == null) {
            return;
        }
        try {
            var unused = looking.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The caller uses the last status and the failure, which the read keeps in any case.
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

    private Optional<AttentionItem> ofHistory(HistoryFreshness freshness) {
        Instant gone = freshness.kafkaGone();
        if (gone != null) {
            return Optional.of(new AttentionItem(
                    "KAFKA_UNREACHABLE",
                    "Kafka has not answered since " + gone
                            + "; the data shown is as of then, and changes fail until Kafka is back",
                    "carillon doctor",
                    "/"));
        }
        return Optional.empty();
    }

    private Optional<AttentionItem> overdue() {
        List<OverdueRun> overdue = currentState.overdue(MOST_OVERDUE);
        if (overdue.isEmpty()) {
            return Optional.empty();
        }
        OverdueRun longest = overdue.get(0);
        String count = overdue.size() == 1
                ? "1 execution is overdue"
                : (overdue.size() < MOST_OVERDUE ? "" : "at least ") + overdue.size() + " executions are overdue";
        return Optional.of(new AttentionItem(
                "OVERDUE",
                count + "; the longest is " + longest.run().key() + ": " + longest.why(),
                "carillon status " + longest.run().key(),
                "/run?key=" + longest.run().key()));
    }
}
