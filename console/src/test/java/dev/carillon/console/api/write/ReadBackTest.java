package dev.carillon.console.api.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.threads.Threads;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ReadBackTest {
    private final ReadBack readBack = new ReadBack();

    @Test
    void whatIsThereAlreadyIsSeenWithoutWaiting() {
        assertThat(readBack.await(Duration.ZERO, () -> true)).isTrue();
    }

    @Test
    void whatDoesNotComeIsNotSeenAfterTheTime() {
        assertThat(readBack.await(Duration.ofMillis(1), () -> false)).isFalse();
    }

    @Test
    void itIsLookedForAgainWhenTheHistoryHasChanged() throws InterruptedException {
        AtomicInteger looks = new AtomicInteger();
        CountDownLatch firstLook = new CountDownLatch(1);
        Thread changing = Threads.named("changing", () -> {
            try {
                firstLook.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            readBack.changed(List.of());
        });
        changing.start();
        assertThat(readBack.await(Duration.ofSeconds(20), () -> {
                    firstLook.countDown();
                    return looks.incrementAndGet() == 2;
                }))
                .isTrue();
        changing.join();
    }

    @Test
    void aChangeWhileItLooksIsNotMissed() {
        AtomicInteger looks = new AtomicInteger();
        assertThat(readBack.await(Duration.ofSeconds(20), () -> {
                    if (looks.incrementAndGet() == 1) {
                        readBack.changed(List.of());
                    }
                    return looks.get() == 2;
                }))
                .isTrue();
    }
}
