package dev.carillon.client.problem;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures, and rethrows the exception that one failed with. */
public final class AnswerWait {
    private static final Duration LONGEST = Duration.ofDays(365);

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
            return Optional.of(answer.get(nanos(within), TimeUnit.NANOSECONDS));
        } catch (TimeoutException e) {
            return Optional.empty(); // Safe: the caller takes empty for a timeout.
        } catch (ExecutionException e) {
            throw cause(e);
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
        }
    }

    /** Durations beyond 292 years, with which callers mean "for ever", have no number of nanoseconds. */
    private static long nanos(Duration within) {
        if (within.isNegative()) {
            return 0;
        }
        return within.compareTo(LONGEST) < 0 ? within.toNanos() : LONGEST.toNanos();
    }

    private static RuntimeException cause(ExecutionException failure) {
        Throwable cause = failure.getCause();
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
    }
}
