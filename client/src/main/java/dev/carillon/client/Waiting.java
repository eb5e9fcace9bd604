package dev.carillon.client;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for an answer, and throws what the answering thread has thrown. */
final class Waiting {
    private Waiting() {}

    static void until(CompletableFuture<?> done) {
        try {
            done.get();
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            throw Interruptions.noted(e);
        }
    }

    static <T> T answer(CompletableFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            throw Interruptions.noted(e);
        }
    }

    /** The answer, or nothing when there is none within the time. */
    static <T> Optional<T> answer(CompletableFuture<T> answer, Duration within) {
        try {
            return Optional.of(answer.get(Math.max(0, within.toNanos()), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty(); // Safe: that nothing has come in time is the answer.
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            throw Interruptions.noted(e);
        }
    }

    private static RuntimeException cause(ExecutionException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
    }
}
