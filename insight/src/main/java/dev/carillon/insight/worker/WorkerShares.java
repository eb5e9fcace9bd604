package dev.carillon.insight.worker;

import dev.carillon.client.log.RecordLog;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.work.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many attempts each worker ended lately, counted from the results.
 *
 * @param span how far back results were counted at most
 */
public record WorkerShares(Map<String, Long> byWorker, Duration span) {
    private static final Duration LATELY = Duration.ofMinutes(1);
    /** The most results that are counted for each partition: enough for shares, and quick to read. */
    private static final long MOST = 2_000;

    public static WorkerShares look(TopicScan scan, String results, Instant now) {
        RecordLog log = scan.log();
        Map<Integer, Long> ends = log.ends(results);
        Map<Integer, Long> from = new HashMap<>();
        log.since(results, now.minus(LATELY))
                .forEach((number, since) -> from.put(number, Math.max(since, ends.getOrDefault(number, 0L) - MOST)));
        Map<String, Long> byWorker = new TreeMap<>();
        scan.from(results, from, record -> count(record, byWorker));
        return new WorkerShares(byWorker, LATELY);
    }

    private static void count(ReceivedRecord record, Map<String, Long> byWorker) {
        if (!record.headers().textOr(Headers.KIND, Headers.KIND_RESULT).equals(Headers.KIND_RESULT)) {
            return;
        }
        WorkerRef worker =
                record.read(Kind.RESULT::ifReadable).map(Result::worker).orElse(null);
        if (worker != null) {
            byWorker.merge(worker.id(), 1L, Long::sum);
        }
    }

    public long of(String workerId) {
        return byWorker.getOrDefault(workerId, 0L);
    }

    public long all() {
        return byWorker.values().stream().mapToLong(Long::longValue).sum();
    }
}
