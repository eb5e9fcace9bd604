package dev.carillon.trigger.definition;

import dev.carillon.kit.threads.Threads;
import dev.carillon.timing.cron.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Decodes definitions: a few on the calling thread, many on several threads, as a first load waits for nothing else.
 * Idle threads end.
 */
public final class ParallelDefinitionDecoder implements AutoCloseable {
    /** More threads would only wait for the one that fetches. */
    private static final int MAX_THREADS = 4;

    private static final int WORTH_A_THREAD = 500;
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final ThreadPoolExecutor pool;
    private final List<SharedParts> parts = new ArrayList<>();

    /** Starts threads when they are needed. */
    public ParallelDefinitionDecoder() {
        int threads = Math.max(1, Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors()));
        ConcurrentMap<Timing, Timing> timings = new ConcurrentHashMap<>();
        for (int i = 0; i < threads; i++) {
            parts.add(new SharedParts(timings));
        }
        int more = Math.max(1, threads - 1);
        pool = new ThreadPoolExecutor(
                more,
                more,
                IDLE.toMillis(),
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(MAX_THREADS),
                Threads.factory("trigger-definitions"));
        pool.allowCoreThreadTimeOut(true);
    }

    /** Decodes all of them, and returns when that is done. */
    public void read(List<InputRecord> records) throws InterruptedException {
        int share = Math.max(WORTH_A_THREAD, (records.size() + parts.size() - 1) / parts.size());
        List<Future<?>> submitted = new ArrayList<>();
        for (int from = share, thread = 1; from < records.size(); from += share, thread++) {
            List<InputRecord> ofThread = records.subList(from, Math.min(records.size(), from + share));
            SharedParts shared = parts.get(thread);
            submitted.add(pool.submit(() -> ofThread.forEach(record -> record.readDefinition(shared))));
        }
        records.subList(0, Math.min(share, records.size())).forEach(record -> record.readDefinition(parts.get(0)));
        for (Future<?> future : submitted) {
            try {
                future.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("reading definitions failed", e.getCause());
            }
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
