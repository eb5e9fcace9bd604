package dev.carillon.trigger.catalogue;

import dev.carillon.kit.threads.Threads;
import dev.carillon.trigger.cron.Timing;
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
 * Reads what definitions say: a few at once on the thread that has them, many on all processors, as a first load waits for
 * nothing else. Threads that have nothing to do for a while end.
 */
public final class DefinitionReaders implements AutoCloseable {
    /** More than this many readers would wait for the one that fetches. */
    private static final int MOST_READERS = 4;

    private static final int WORTH_A_THREAD = 500;
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final ThreadPoolExecutor others;
    private final List<SharedParts> parts = new ArrayList<>();

    /** Begins with no parts; threads come when they are needed. */
    public DefinitionReaders() {
        int readers = Math.max(1, Math.min(MOST_READERS, Runtime.getRuntime().availableProcessors()));
        ConcurrentMap<Timing, Timing> timings = new ConcurrentHashMap<>();
        for (int i = 0; i < readers; i++) {
            parts.add(new SharedParts(timings));
        }
        int more = Math.max(1, readers - 1);
        others = new ThreadPoolExecutor(
                more,
                more,
                IDLE.toMillis(),
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(MOST_READERS),
                Threads.factory("trigger-definitions"));
        others.allowCoreThreadTimeOut(true);
    }

    /** Reads them all. */
    public void read(List<InputRecord> records) throws InterruptedException {
        int share = Math.max(WORTH_A_THREAD, (records.size() + parts.size() - 1) / parts.size());
        List<Future<?>> elsewhere = new ArrayList<>();
        for (int from = share, reader = 1; from < records.size(); from += share, reader++) {
            List<InputRecord> theirs = records.subList(from, Math.min(records.size(), from + share));
            SharedParts shared = parts.get(reader);
            elsewhere.add(others.submit(() -> theirs.forEach(record -> record.readDefinition(shared))));
        }
        records.subList(0, Math.min(share, records.size())).forEach(record -> record.readDefinition(parts.get(0)));
        for (Future<?> other : elsewhere) {
            try {
                other.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("reading definitions failed", e.getCause());
            }
        }
    }

    @Override
    public void close() {
        others.shutdownNow();
    }
}
