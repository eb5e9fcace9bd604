package dev.carillon.client.outcome;

import dev.carillon.client.event.StartedLoop;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.AnswerWait;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for outcomes through one shared reader, which is started at the first wait. */
public final class OutcomeWaiters implements AutoCloseable {
    private final Supplier<RecordLog> opening;
    private final TopicNames names;
    private final Clock clock;
    private @Nullable OutcomeReader reader;
    private @Nullable StartedLoop loop;
    private boolean closed;

    public OutcomeWaiters(Supplier<RecordLog> opening, TopicNames names, Clock clock) {
        this.opening = opening;
        this.names = names;
        this.clock = clock;
    }

    public CompletableFuture<Outcome> outcome(ExecutionKey key) {
        return reader().outcome(key);
    }

    public Outcome await(ExecutionKey key, Duration within) {
        CompletableFuture<Outcome> outcome = outcome(key);
        try {
            return AnswerWait.answer(outcome, within)
                    .orElseThrow(() -> new ClientException(
                            ClientProblem.NO_OUTCOME,
                            key + " has no outcome after " + within + "; it goes on, look at its status"));
        } finally {
            outcome.cancel(false);
        }
    }

    public Map<ExecutionKey, Outcome> awaitAll(Collection<ExecutionKey> keys, Duration within) {
        Map<ExecutionKey, CompletableFuture<Outcome>> outcomes = new LinkedHashMap<>();
        OutcomeReader shared = reader();
        Deadline deadline = Deadline.in(within);
        Map<ExecutionKey, Outcome> arrived = new LinkedHashMap<>();
        try {
            keys.forEach(key -> outcomes.computeIfAbsent(key, shared::outcome));
            outcomes.forEach((key, outcome) ->
                    AnswerWait.answer(outcome, deadline.remaining()).ifPresent(found -> arrived.put(key, found)));
        } finally {
            outcomes.values().forEach(outcome -> outcome.cancel(false));
        }
        return arrived;
    }

    private synchronized OutcomeReader reader() {
        if (closed) {
            throw new ClientException(ClientProblem.CLOSED, "this client was closed; connect a new one");
        }
        if (reader == null) {
            OutcomeReader made = new OutcomeReader(opening, names);
            loop = new StartedLoop("carillon-client-outcomes", clock, made);
            reader = made;
        }
        return reader;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (loop != null) {
            loop.close();
        }
    }
}
