package dev.carillon.console.api.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.kit.threads.Threads;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class IdempotencyKeysTest {
    private final IdempotencyKeys keys = new IdempotencyKeys();
    private final AtomicInteger done = new AtomicInteger();

    private List<String> work() {
        return List.of("a:" + done.incrementAndGet());
    }

    @Test
    void theSameRequestIsDoneOnce() {
        assertThat(keys.once("k", "request", this::work)).isEqualTo(new IdempotencyKeys.Once(List.of("a:1"), false));
        assertThat(keys.once("k", "request", this::work)).isEqualTo(new IdempotencyKeys.Once(List.of("a:1"), true));
        assertThat(done).hasValue(1);
    }

    @Test
    void withoutAKeyItIsDoneEachTime() {
        keys.once(null, "request", this::work);
        assertThat(keys.once(null, "request", this::work).repeated()).isFalse();
        assertThat(done).hasValue(2);
    }

    @Test
    void anotherRequestUnderTheSameKeyIsRefused() {
        keys.once("k", "request", this::work);
        assertThatThrownBy(() -> keys.once("k", "another", this::work))
                .satisfies(thrown ->
                        assertThat(((ConsoleException) thrown).problem()).isEqualTo(ConsoleProblem.KEY_REUSED));
    }

    @Test
    void whatFailedIsTriedAgain() {
        assertThatThrownBy(() -> keys.once("k", "request", () -> {
                    throw new IllegalStateException("no broker");
                }))
                .hasMessage("no broker");
        assertThat(keys.once("k", "request", this::work).repeated()).isFalse();
    }

    @Test
    void derivedInstantsAreTheSameEachTimeAndOfThePastAndNoTicks() {
        Set<Instant> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            Instant instant = IdempotencyKeys.execTime("key", i).instant();
            assertThat(instant).isBetween("1970-01-01T00:00:00Z", "2020-01-01T00:00:00Z");
            assertThat(instant.getNano()).isPositive();
            seen.add(instant);
        }
        assertThat(seen).hasSize(10_000);
        assertThat(IdempotencyKeys.execTime("key", 0).instant())
                .isEqualTo(IdempotencyKeys.execTime("key", 0).instant());
        assertThat(seen).doesNotContain(IdempotencyKeys.execTime("other", 0).instant());
    }

    /** A second request waits for the first one, whose work is under way. */
    @Test
    @Timeout(30)
    void aRequestDuringTheFirstOneGetsItsResult() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<List<String>> result = new CompletableFuture<>();
        CompletableFuture<IdempotencyKeys.Once> first = inBackground(() -> keys.once("k", "request", () -> {
            begun.countDown();
            return result.join();
        }));
        begun.await();
        CompletableFuture<IdempotencyKeys.Once> second = inBackground(() -> keys.once("k", "request", this::work));
        assertThatThrownBy(() -> keys.once("k", "another", this::work)).isInstanceOf(ConsoleException.class);
        assertThat(keys.once("other", "request", this::work).repeated()).isFalse();

        result.complete(List.of("a:0"));

        assertThat(first.get()).isEqualTo(new IdempotencyKeys.Once(List.of("a:0"), false));
        assertThat(second.get()).isEqualTo(new IdempotencyKeys.Once(List.of("a:0"), true));
        assertThat(done).as("only the request under the other key").hasValue(1);
    }

    @Test
    @Timeout(30)
    void aRequestDuringOneThatFailsFailsAlikeOrIsDone() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CompletableFuture<IdempotencyKeys.Once> first = inBackground(() -> keys.once("k", "request", () -> {
            begun.countDown();
            await(end);
            throw new IllegalStateException("no broker");
        }));
        begun.await();
        CompletableFuture<IdempotencyKeys.Once> second = inBackground(() -> keys.once("k", "request", this::work));
        end.countDown();

        assertThatThrownBy(first::get).hasRootCauseMessage("no broker");
        try {
            assertThat(second.get().keys()).as("it came after the failure").containsExactly("a:1");
        } catch (ExecutionException e) {
            assertThat(e.getCause()).as("it came before").hasMessage("no broker");
        }
        assertThat(keys.once("k", "request", this::work).keys()).containsExactly("a:1");
    }

    @Test
    void tenThousandKeysAreRememberedAndThoseInUseTheLongest() {
        keys.once("old", "request", this::work);
        keys.once("used", "request", this::work);
        for (int i = 0; i < 9_998; i++) {
            keys.once("k" + i, "request", () -> List.of("x"));
        }
        assertThat(keys.once("used", "request", this::work).repeated()).isTrue();

        keys.once("one more", "request", () -> List.of("x"));

        assertThat(keys.once("used", "request", this::work).repeated()).isTrue();
        assertThat(keys.once("k1", "request", this::work).repeated()).isTrue();
        assertThat(keys.once("old", "another request", this::work).repeated()).isFalse();
    }

    private static CompletableFuture<IdempotencyKeys.Once> inBackground(Supplier<IdempotencyKeys.Once> request) {
        CompletableFuture<IdempotencyKeys.Once> answer = new CompletableFuture<>();
        Threads.named("request", () -> {
                    try {
                        answer.complete(request.get());
                    } catch (RuntimeException e) {
                        answer.completeExceptionally(e);
                    }
                })
                .start();
        return answer;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
