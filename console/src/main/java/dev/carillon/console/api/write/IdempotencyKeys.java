package dev.carillon.console.api.write;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.key.ExecTime;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers requests by their Idempotency-Key. Execution keys are derived from it, so that a repeated request means the
 * same execution even after a restart or at another console.
 */
public final class IdempotencyKeys {
    /** Most characters of a key. */
    public static final int LENGTH = 200;

    private static final int REMEMBERED = 10_000;
    /** Derived instants lie before this one, so that no execution waits for its instant. */
    private static final long BEFORE = Instant.parse("2020-01-01T00:00:00Z").getEpochSecond();

    private static final int NANOS = 999_999_999;

    private final Map<String, Done> done = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Done> eldest) {
            return size() > REMEMBERED;
        }
    };

    @SuppressWarnings("ArrayRecordComponent") // Compared by hand.
    private record Done(byte[] request, CompletableFuture<List<String>> keys) {}

    /**
     * The result of a request.
     *
     * @param keys of the executions
     * @param repeated whether the request had come before
     */
    public record Once(List<String> keys, boolean repeated) {}

    /**
     * Runs the work, unless it ran under this key before; then returns the same result.
     *
     * @param key null for a request without one, which runs each time
     * @param request text that identifies the request
     */
    public Once once(@Nullable String key, String request, Supplier<List<String>> work) {
        if (key == null) {
            return new Once(work.get(), false);
        }
        byte[] fingerprint = digest(request);
        Done mine = new Done(fingerprint, new CompletableFuture<>());
        Done before;
        synchronized (done) {
            before = done.putIfAbsent(key, mine);
        }
        if (before != null) {
            return repeated(key, fingerprint, before);
        }
        try {
            List<String> keys = work.get();
            mine.keys.complete(keys);
            return new Once(keys, false);
        } catch (RuntimeException e) {
            // The work may not be done, so a repeated request runs it again.
            synchronized (done) {
                done.remove(key, mine);
            }
            mine.keys.completeExceptionally(e);
            throw e;
        }
    }

    private static Once repeated(String key, byte[] fingerprint, Done before) {
        if (!Arrays.equals(fingerprint, before.request)) {
            throw reused(key);
        }
        try {
            return new Once(before.keys.join(), true);
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : e;
        }
    }

    /** The refusal of a key that another request has used. */
    public static ConsoleException reused(String key) {
        return new ConsoleException(
                ConsoleProblem.KEY_REUSED,
                "the Idempotency-Key was used for another request before",
                "Idempotency-Key",
                key,
                "a new key for each request that is not the same");
    }

    /**
     * The execTime of the n-th execution of a request: a fingerprint in the form of an instant. It has no mark of a
     * process, so that every console derives the same.
     */
    public static ExecTime execTime(String key, int n) {
        byte[] digest = digest(n + " " + key);
        long seconds = 0;
        long nanos = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            seconds = seconds << Byte.SIZE | (digest[i] & 0xff);
            nanos = nanos << Byte.SIZE | (digest[Long.BYTES + i] & 0xff);
        }
        // Never a whole second: those are ticks.
        return ExecTime.of(Instant.ofEpochSecond(Math.floorMod(seconds, BEFORE), 1 + Math.floorMod(nanos, NANOS)));
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
