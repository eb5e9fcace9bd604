package dev.carillon.client.submit;

import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.threads.Threads;
import dev.carillon.kit.time.Eventually;
import dev.carillon.kit.time.ManualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ClientExecutorTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final MemoryRecordLog log = new MemoryRecordLog(new ManualClock(NOW));
    private final ClientExecutor executor = new ClientExecutor(log, Duration.ofMillis(50));
    private final ExecutorService callers = Executors.newCachedThreadPool(Threads.factory("caller"));
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);

    @AfterEach
    void end() {
        goOn.countDown();
        executor.close();
        callers.shutdownNow();
    }

    private boolean block(RecordLog unused) {
        begun.countDown();
        try {
            goOn.await();
            return true;
        } catch (InterruptedException e) {
            throw new CancellationException("interrupted");
        }
    }

    /** A call that keeps the thread until the test ends, or until it is interrupted. */
    private CompletableFuture<Boolean> blocking() throws InterruptedException {
        CompletableFuture<Boolean> call = CompletableFuture.supplyAsync(() -> executor.call(this::block), callers);
        begun.await();
        return call;
    }

    @Test
    void callsOfAllThreadsRunOneAfterTheOtherOnOneThread() {
        List<Thread> threads = new ArrayList<>();
        List<CompletableFuture<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            // The list needs no lock if only one thread adds to it.
            calls.add(CompletableFuture.supplyAsync(
                    () -> executor.call(open -> threads.add(Thread.currentThread())), callers));
        }
        calls.forEach(call -> assertThat(call).succeedsWithin(SOON));
        assertThat(threads).hasSize(20).containsOnly(threads.get(0));
    }

    @Test
    void whatACallThrowsReachesItsCallerAndTheNextCallIsRun() {
        UncheckedIOException failure = new UncheckedIOException(new IOException("no"));
        assertThatThrownBy(() -> executor.call(open -> {
                    throw failure;
                }))
                .isSameAs(failure);
        StackOverflowError error = new StackOverflowError();
        assertThatThrownBy(() -> executor.call(open -> {
                    throw error;
                }))
                .isSameAs(error);
        assertThat(executor.<Integer>call(open -> 3)).isEqualTo(3);
    }

    /** Makes a call without waiting for its end, as an interrupted caller does; returns why it was refused, if so. */
    private static @Nullable ClientProblem refusal(ClientExecutor of, Function<RecordLog, Integer> function) {
        Thread.currentThread().interrupt();
        try {
            of.call(function);
            return null;
        } catch (CancellationException e) {
            return null;
        } catch (ClientException e) {
            return e.problem();
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void whileAThousandCallsWaitAFurtherOneIsRefused() throws InterruptedException {
        CompletableFuture<Boolean> first = blocking();
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            assertThat(refusal(executor, open -> ran.incrementAndGet())).isNull();
        }
        assertThat(refusal(executor, open -> ran.incrementAndGet())).isEqualTo(ClientProblem.TOO_MUCH_AT_ONCE);
        goOn.countDown();
        assertThat(first).succeedsWithin(SOON);
        Eventually.that("all that were accepted have run", SOON, () -> ran.get() == 1_000);
    }

    @Test
    void aCallerThatIsInterruptedStopsWaitingAndStaysInterrupted() throws InterruptedException {
        CompletableFuture<Boolean> first = blocking();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> executor.call(open -> true)).isInstanceOf(CancellationException.class);
        assertThat(Thread.interrupted()).isTrue();
        goOn.countDown();
        assertThat(first).succeedsWithin(SOON);
        assertThat(executor.<Integer>call(open -> 3)).isEqualTo(3);
    }

    @Test
    void aClosedOneRefusesCalls() {
        executor.close();
        assertThatThrownBy(() -> executor.call(open -> true))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.CLOSED));
        executor.close();
    }

    @Test
    void closingWaitsForTheCallsBeforeIt() throws InterruptedException {
        ClientExecutor patient = new ClientExecutor(log, SOON);
        CountDownLatch started = new CountDownLatch(1);
        CompletableFuture<Boolean> call = CompletableFuture.supplyAsync(
                () -> patient.call(open -> {
                    started.countDown();
                    return block(open);
                }),
                callers);
        started.await();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(patient::close, callers);
        Eventually.that("closing has begun", SOON, () -> refusal(patient, open -> 1) == ClientProblem.CLOSED);
        assertThat(closing).isNotDone();
        goOn.countDown();
        assertThat(call).succeedsWithin(SOON).isEqualTo(true);
        assertThat(closing).succeedsWithin(SOON);
    }

    @Test
    void callsThatAreStillWaitingWhenClosingTakesTooLongFailAsClosed() throws InterruptedException {
        CompletableFuture<Boolean> running = blocking();
        Thread caller = Thread.currentThread();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(
                () -> {
                    Eventually.that("the second call waits", SOON, () -> caller.getState() == Thread.State.WAITING);
                    executor.close();
                },
                callers);
        assertThatThrownBy(() -> executor.call(open -> 3))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.CLOSED));
        assertThat(running).failsWithin(SOON);
        assertThat(closing).succeedsWithin(SOON);
    }

    @Test
    void theConnectionIsClosedOnceNoCallUsesItAnyMore() throws InterruptedException {
        List<String> order = new ArrayList<>();
        log.whenClosed(() -> order.add("closed"));
        CompletableFuture<Boolean> running = CompletableFuture.supplyAsync(
                () -> executor.call(open -> {
                    try {
                        return block(open);
                    } finally {
                        order.add("call ended");
                    }
                }),
                callers);
        begun.await();
        executor.close();
        assertThat(running).failsWithin(SOON);
        assertThat(order).containsExactly("call ended", "closed");
    }
}
