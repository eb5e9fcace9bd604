package dev.carillon.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.work.Retry;
import dev.carillon.schemas.work.Work;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.system.running.Slot;
import dev.carillon.worker.CarillonWorker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker whose handlers ignore interrupts until none of its slots is left. */
@CarillonSystem
@Timeout(240)
final class StuckWorkerTest {
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    @Test
    void itLeavesItsGroupSaysWhyAndAnotherWorkerGoesOn(RunningCarillon carillon) throws Exception {
        carillon.worker().stop();
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Throwable> failed = new CompletableFuture<>();
        List<ExecutionKey> stuck = new ArrayList<>();
        try (CarillonWorker worker = CarillonWorker.on(carillon.brokers().bootstrapServers())
                .namespace(carillon.names().namespace())
                .concurrency(1)
                .handle(Bells.RING, context -> ignoreInterruptsUntil(released))
                .start()) {
            worker.whenFailed(failed::complete);
            Work once = Work.of(Bells.RING, RawJson.NULL)
                    .withTimeout(Duration.ofSeconds(1))
                    .withRetry(new Retry(0, Duration.ZERO, 1.0, Duration.ZERO, 0, List.of(), List.of()));
            stuck.add(carillon.submit("stuck", once));
            stuck.add(carillon.submit("stuck", once));
            assertThat(failed.get(100, TimeUnit.SECONDS)).hasMessageContaining("nothing can start any more");
            assertThat(worker.isRunning()).isFalse();
            carillon.awaitEvent(
                    "the worker says why it leaves",
                    event -> event.type() == EventType.WORKER_LEFT
                            && String.valueOf(event.message())
                                    .contains("handlers still run though their attempts have ended"));

            Slot other = carillon.worker();
            other.start();
            ExecutionKey next = carillon.submit("next", Work.of(Bells.RING, RawJson.NULL));
            assertThat(carillon.awaitOutcomes("next", 1, A_MINUTE))
                    .singleElement()
                    .satisfies(outcome -> {
                        assertThat(outcome.key()).isEqualTo(next);
                        assertThat(outcome.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
                    });
            assertThat(carillon.awaitOutcomes("stuck", stuck.size()))
                    .allSatisfy(outcome -> assertThat(outcome.status()).isEqualTo(OutcomeStatus.FAILED));
        } finally {
            released.countDown();
        }
    }

    private static RawJson ignoreInterruptsUntil(CountDownLatch released) {
        while (true) {
            try {
                released.await();
                return RawJson.NULL;
            } catch (InterruptedException e) {
                // What this test is about: a handler that goes on.
            }
        }
    }
}
