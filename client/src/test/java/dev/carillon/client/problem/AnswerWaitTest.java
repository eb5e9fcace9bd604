package dev.carillon.client.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
final class AnswerWaitTest {
    private static final Duration SHORT = Duration.ofMillis(1);

    private static void throwsAlike(CompletableFuture<?> failed, Throwable expected) {
        assertThatThrownBy(() -> AnswerWait.answer(failed)).isSameAs(expected);
        assertThatThrownBy(() -> AnswerWait.answer(failed, SHORT)).isSameAs(expected);
        assertThatThrownBy(() -> AnswerWait.until(failed)).isSameAs(expected);
    }

    @Test
    void theFailureItselfIsThrownAlsoOfAFutureThatDependsOnTheFailedOne() {
        ClientException refusal = new ClientException(ClientProblem.CLOSED, "closed");
        CompletableFuture<Integer> failed = CompletableFuture.failedFuture(refusal);
        throwsAlike(failed, refusal);
        throwsAlike(failed.thenApply(n -> n + 1), refusal);
        AssertionError error = new AssertionError("broken");
        throwsAlike(CompletableFuture.failedFuture(error), error);
    }

    @Test
    void aCheckedExceptionIsTheCauseOfTheOneThrown() {
        IOException failure = new IOException("no disk");
        assertThatThrownBy(() -> AnswerWait.answer(CompletableFuture.failedFuture(failure)))
                .isInstanceOf(IllegalStateException.class)
                .hasCause(failure);
    }

    @Test
    void aCancelledAnswerIsReportedAsCancelled() {
        CompletableFuture<Integer> cancelled = new CompletableFuture<>();
        cancelled.cancel(false);
        assertThatThrownBy(() -> AnswerWait.answer(cancelled)).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> AnswerWait.answer(cancelled, SHORT)).isInstanceOf(CancellationException.class);
    }

    @Test
    void withoutAnAnswerInTimeThereIsNone() {
        assertThat(AnswerWait.answer(new CompletableFuture<>(), SHORT)).isEmpty();
        assertThat(AnswerWait.answer(new CompletableFuture<>(), Duration.ZERO)).isEmpty();
        assertThat(AnswerWait.answer(new CompletableFuture<>(), Duration.ofSeconds(Long.MIN_VALUE)))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 1, 9_223_372_037L, Long.MAX_VALUE})
    void anAnswerThatIsThereIsGivenHoweverLongTheTime(long seconds) {
        assertThat(AnswerWait.answer(CompletableFuture.completedFuture(3), Duration.ofSeconds(seconds)))
                .contains(3);
    }

    @Test
    void forEverIsATimeToWait() {
        CompletableFuture<Integer> answer =
                new CompletableFuture<Integer>().completeOnTimeout(3, 5, TimeUnit.MILLISECONDS);
        assertThat(AnswerWait.answer(answer, ChronoUnit.FOREVER.getDuration())).contains(3);
    }

    @Test
    void anInterruptEndsTheWaitAndStaysSet() {
        CompletableFuture<Integer> never = new CompletableFuture<>();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> AnswerWait.answer(never))
                .isInstanceOf(CancellationException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThatThrownBy(() -> AnswerWait.answer(never, ChronoUnit.FOREVER.getDuration()))
                .isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> AnswerWait.until(never)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(never).isNotDone();
    }
}
