package dev.carillon.client.problem;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures, and rethrows the exception that one failed with. */
public final class AnswerWait {
    private AnswerWait() {}

    public static void until(CompletableFuture<?> done) {
        try {
            done.get();
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
        }
    }

    public static <T> T answer(CompletableFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
        }
    }

    /** The answer, or empty if there is none within the time. */
    public static <T> Optional<T> answer(CompletableFuture<T> answer, Duration within) {
        try {
            return Optional.of(answer.get(Math.max(0, within.toNanos()), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty(); // Safe: the caller takes empty for a timeout.
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
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
