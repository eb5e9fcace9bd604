package dev.carillon.cli.doctor.fact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class OnceFactTest {
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void checksThatAskAtTheSameTimeGetOneAnswer() throws Exception {
        CountDownLatch allAsk = new CountDownLatch(1);
        OnceFact<Integer> fact = new OnceFact<>(() -> {
            allAsk.await();
            return asked.incrementAndGet();
        });
        List<FutureTask<Integer>> checks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            FutureTask<Integer> check = new FutureTask<>(fact::gather);
            checks.add(check);
            new Thread(check, "check-" + i).start();
        }
        allAsk.countDown();
        for (FutureTask<Integer> check : checks) {
            assertThat(check.get()).isEqualTo(1);
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void aFailureIsThatOfTheSourceForEachCheck() {
        OnceFact<Integer> fact = new OnceFact<>(() -> {
            throw new IOException("attempt " + asked.incrementAndGet());
        });
        assertThatThrownBy(fact::gather).isInstanceOf(IOException.class).hasMessage("attempt 1");
        assertThatThrownBy(fact::gather).isInstanceOf(IOException.class).hasMessage("attempt 1");
    }
}
