package dev.carillon.kit.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ThreadsTest {
    private static final int MANY = 200;

    @Test
    void threadsAreNamedAndNeverKeepTheJvmAlive() throws Exception {
        ExecutorService perTask = Threads.perTask("handler");
        try {
            Thread thread = perTask.submit(Thread::currentThread).get(10, TimeUnit.SECONDS);
            assertThat(thread.getName()).matches("handler-[0-9]+");
            assertThat(thread.isDaemon()).isTrue();
        } finally {
            perTask.shutdownNow();
        }
    }

    @Test
    void everyTaskRunsAtOnce() throws Exception {
        ExecutorService perTask = Threads.perTask("handler");
        try {
            // Passed only when all tasks are running at the same time.
            CyclicBarrier all = new CyclicBarrier(MANY);
            List<Future<Integer>> running = new ArrayList<>();
            for (int task = 0; task < MANY; task++) {
                running.add(perTask.submit(() -> all.await()));
            }
            for (Future<Integer> task : running) {
                task.get(30, TimeUnit.SECONDS);
            }
        } finally {
            perTask.shutdownNow();
        }
    }

    @Test
    void virtualThreadsAreUsedWhereTheJvmHasThem() throws Exception {
        assertThat(Threads.virtualThreadsAvailable())
                .isEqualTo(Runtime.version().feature() >= 21);
        ExecutorService perTask = Threads.perTask("handler");
        try {
            String kind =
                    perTask.submit(() -> Thread.currentThread().toString()).get(10, TimeUnit.SECONDS);
            assertThat(kind.startsWith("VirtualThread")).isEqualTo(Threads.virtualThreadsAvailable());
        } finally {
            perTask.shutdownNow();
        }
    }

    @Test
    void factoryNumbersItsThreads() {
        var factory = Threads.factory("intake");
        assertThat(factory.newThread(() -> {}).getName()).isEqualTo("intake-1");
        assertThat(factory.newThread(() -> {}).getName()).isEqualTo("intake-2");
    }
}
