package dev.carillon.standalone.look;

import dev.carillon.client.RecordLog;
import dev.carillon.client.StoredRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.WorkerRef;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which worker has ended how many attempts lately, by the results.
 *
 * @param span how far back was looked at most
 */
public record Shares(Map<String, Long> byWorker, Duration span) {
    private static final Duration LATELY = Duration.ofMinutes(1);
    /** Of each partition: enough to tell shares by, and soon read. */
    private static final long MOST = 2_000;

    public static Shares look(Pass pass, String results, Instant now) {
        RecordLog log = pass.log();
        Map<Integer, Long> ends = log.ends(results);
        Map<Integer, Long> from = new HashMap<>();
        log.since(results, now.minus(LATELY))
                .forEach((number, since) -> from.put(number, Math.max(since, ends.getOrDefault(number, 0L) - MOST)));
        Map<String, Long> byWorker = new TreeMap<>();
        pass.from(results, from, record -> count(record, byWorker));
        return new Shares(byWorker, LATELY);
    }

    private static void count(StoredRecord record, Map<String, Long> byWorker) {
        if (!record.headers().getOrDefault(Headers.KIND, Headers.KIND_RESULT).equals(Headers.KIND_RESULT)) {
            return;
        }
        WorkerRef worker = record.read(Kind.RESULT).map(Result::worker).orElse(null);
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
