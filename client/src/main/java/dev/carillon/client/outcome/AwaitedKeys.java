package dev.carillon.client.outcome;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The futures of awaited outcomes by key, shared by the waiting threads and the reading thread. */
final class AwaitedKeys {
    private static final int MOST = 1_000_000;

    private final Map<String, Set<CompletableFuture<Outcome>>> waiting = new HashMap<>();
    private List<ExecutionKey> added = new ArrayList<>();
    private int count;
    private boolean closed;

    synchronized CompletableFuture<Outcome> add(ExecutionKey key) {
        if (closed) {
            throw new ClientException(ClientProblem.CLOSED, "this client was closed; connect a new one");
        }
        if (count >= MOST) {
            throw new ClientException(
                    ClientProblem.TOO_MUCH_AT_ONCE,
                    MOST + " outcomes are awaited already; wait for some of them first");
        }
        String name = key.toString();
        CompletableFuture<Outcome> own = new CompletableFuture<>();
        waiting.computeIfAbsent(name, absent -> Collections.newSetFromMap(new IdentityHashMap<>(2)))
                .add(own);
        count++;
        added.add(key);
        notifyAll();
        var unused = own.whenComplete((outcome, failure) -> forget(name, own));
        return own;
    }

    private synchronized void forget(String name, CompletableFuture<Outcome> own) {
        Set<CompletableFuture<Outcome>> futures = waiting.get(name);
        if (futures != null && futures.removeIf(one -> one == own)) {
            count--;
            if (futures.isEmpty()) {
                waiting.remove(name);
            }
        }
    }

    /** The keys added since the last call; while no key is awaited, waits up to {@code atMost} for one. */
    synchronized List<ExecutionKey> takeAdded(Duration atMost) throws InterruptedException {
        if (waiting.isEmpty() && added.isEmpty()) {
            TimeUnit.NANOSECONDS.timedWait(this, atMost.toNanos());
        }
        List<ExecutionKey> taken = added;
        added = new ArrayList<>();
        return taken;
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    synchronized boolean isAwaited(String key) {
        return waiting.containsKey(key);
    }

    void complete(String key, Outcome outcome) {
        take(key).forEach(one -> one.complete(outcome));
    }

    void fail(String key, RuntimeException failure) {
        take(key).forEach(one -> one.completeExceptionally(failure));
    }

    /** Fails all futures; {@link #add} refuses further keys. */
    void failAll(RuntimeException failure) {
        List<String> keys;
        synchronized (this) {
            closed = true;
            keys = List.copyOf(waiting.keySet());
        }
        keys.forEach(key -> fail(key, failure));
    }

    /** The caller completes the futures outside the lock, as their callbacks run on the completing thread. */
    private synchronized List<CompletableFuture<Outcome>> take(String key) {
        Set<CompletableFuture<Outcome>> futures = waiting.remove(key);
        if (futures == null) {
            return List.of();
        }
        count -= futures.size();
        return List.copyOf(futures);
    }
}
