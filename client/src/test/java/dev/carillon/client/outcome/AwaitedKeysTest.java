package dev.carillon.client.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryCluster;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class AwaitedKeysTest {
    private static final ExecutionKey BELL = ExecutionKey.parse("bell:2026-11-18T06:00:00Z");
    private static final ExecutionKey HORN = ExecutionKey.parse("horn:2026-11-18T06:00:00Z");
    private static final Duration NOT_AT_ALL = Duration.ofNanos(1);

    private final AwaitedKeys awaited = new AwaitedKeys();

    private static Outcome outcome(ExecutionKey key) {
        return Outcome.succeeded(Result.of(key, 1, ResultStatus.SUCCEEDED), MemoryCluster.NOW);
    }

    private List<ExecutionKey> added() throws InterruptedException {
        return awaited.takeAdded(NOT_AT_ALL);
    }

    @Test
    void allWhoWaitForAKeyGetItsOutcomeAndNoOthers() {
        CompletableFuture<Outcome> one = awaited.add(BELL);
        CompletableFuture<Outcome> two = awaited.add(BELL);
        CompletableFuture<Outcome> other = awaited.add(HORN);
        awaited.complete(BELL.toString(), outcome(BELL));
        assertThat(one).isCompletedWithValue(outcome(BELL));
        assertThat(two).isCompletedWithValue(outcome(BELL));
        assertThat(other).isNotDone();
        assertThat(awaited.isAwaited(BELL.toString())).isFalse();
        assertThat(awaited.isAwaited(HORN.toString())).isTrue();
    }

    @Test
    void anOutcomeThatNoOneAwaitsIsPassedOver() {
        assertThat(awaited.add(HORN)).isNotDone();
        awaited.complete(BELL.toString(), outcome(BELL));
        awaited.fail("", new IllegalStateException());
        assertThat(awaited.isAwaited(HORN.toString())).isTrue();
    }

    @Test
    void eachAddedKeyIsTakenOnceEvenIfItIsAddedAgain() throws InterruptedException {
        assertThat(added()).isEmpty();
        assertThat(awaited.add(BELL)).isNotDone();
        assertThat(awaited.add(HORN)).isNotDone();
        assertThat(awaited.add(BELL)).isNotDone();
        assertThat(added()).containsExactly(BELL, HORN, BELL);
        assertThat(added()).isEmpty();
        assertThat(awaited.add(BELL)).isNotDone();
        assertThat(added()).containsExactly(BELL);
    }

    @Test
    void aKeyIsForgottenWhenTheLastOfItsWaitersGivesUp() {
        CompletableFuture<Outcome> one = awaited.add(BELL);
        CompletableFuture<Outcome> two = awaited.add(BELL);
        one.cancel(false);
        one.cancel(false);
        assertThat(awaited.isAwaited(BELL.toString())).isTrue();
        two.completeExceptionally(new IllegalStateException("given up in another way"));
        assertThat(awaited.isEmpty()).isTrue();
    }

    @Test
    void whoeverWaitsIsWokenByTheFirstKey() {
        CompletableFuture<List<ExecutionKey>> taken = CompletableFuture.supplyAsync(() -> {
            try {
                return awaited.takeAdded(Duration.ofMinutes(1));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(awaited.add(BELL)).isNotDone();
        assertThat(taken).succeedsWithin(Duration.ofSeconds(20)).isEqualTo(List.of(BELL));
    }

    @Test
    void aCallbackMayAwaitTheSameKeyAgainOrAnother() {
        AtomicReference<CompletableFuture<Outcome>> again = new AtomicReference<>(new CompletableFuture<>());
        var unused = awaited.add(BELL).thenAccept(ended -> again.set(awaited.add(BELL)));
        awaited.complete(BELL.toString(), outcome(BELL));
        assertThat(again.get()).isNotDone();
        awaited.complete(BELL.toString(), outcome(BELL));
        assertThat(again.get()).isCompleted();
        assertThat(awaited.isEmpty()).isTrue();
    }

    @Test
    void aCallbackThatThrowsHarmsNoOtherWaiter() {
        var unused = awaited.add(BELL).thenAccept(ended -> {
            throw new AssertionError("a defect of the caller");
        });
        CompletableFuture<Outcome> other = awaited.add(BELL);
        awaited.complete(BELL.toString(), outcome(BELL));
        assertThat(other).isCompleted();
    }

    @Test
    void afterTheEndAllWhoWaitAreToldAndNoOneCanBeginTo() {
        CompletableFuture<Outcome> bell = awaited.add(BELL);
        CompletableFuture<Outcome> horn = awaited.add(HORN);
        ClientException closed = new ClientException(ClientProblem.CLOSED, "closed");
        AtomicReference<Throwable> refusal = new AtomicReference<>(closed);
        CompletableFuture<Outcome> retried = bell.exceptionally(failure -> {
            try {
                return awaited.add(BELL).getNow(outcome(BELL));
            } catch (ClientException e) {
                refusal.set(e);
                throw e;
            }
        });
        awaited.failAll(closed);
        assertThat(bell).isCompletedExceptionally();
        assertThat(horn).isCompletedExceptionally();
        assertThat(retried).isCompletedExceptionally();
        assertThat(refusal.get()).isNotSameAs(closed).hasMessageContaining("connect a new one");
        assertThatThrownBy(() -> awaited.add(HORN)).isInstanceOf(ClientException.class);
        assertThat(awaited.isEmpty()).isTrue();
    }
}
