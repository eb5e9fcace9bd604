package dev.carillon.insight.why;

import dev.carillon.client.log.RecordLog;
import dev.carillon.insight.topic.EvidenceRecord;
import dev.carillon.insight.topic.ReadValue;
import dev.carillon.insight.topic.TopicScan;
import dev.carillon.insight.worker.WorkersSeen;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Priority;
import dev.carillon.schemas.work.SkippedRange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the records with a tick's key, or the skip that contains the tick. */
final class TraceLook {
    private final TopicScan scan;
    private final RecordLog log;
    private final TopicNames names;
    private final Instant now;
    private final Set<String> topics;
    private @Nullable ReadValue<Task> task;
    private @Nullable ReadValue<Outcome> outcome;
    private @Nullable ReadValue<Result> skip;
    private @Nullable EvidenceRecord unreadable;

    TraceLook(TopicScan scan, TopicNames names, Instant now, Set<String> topics) {
        this.scan = scan;
        this.log = scan.log();
        this.names = names;
        this.now = now;
        this.topics = topics;
    }

    TickFacts.Trace of(TickFacts.Question question) {
        String key = question.key().toString();
        for (String queue : names.queues(topics)) {
            for (Priority priority : Priority.values()) {
                if (task == null) {
                    find(names.tasks(queue, priority), question, record -> {
                        if (record.keyText().equals(key)) {
                            task = read(record, Kind.TASK)
                                    .map(read -> ReadValue.of("task", record, read))
                                    .orElse(null);
                        }
                        return task != null;
                    });
                }
            }
        }
        List<ReadValue<Result>> results = new ArrayList<>();
        find(names.results(), question, record -> {
            if (record.keyText().equals(key) && isOfAttempt(record)) {
                read(record, Kind.RESULT)
                        .filter(result -> result.status() != ResultStatus.SKIPPED)
                        .ifPresent(result -> results.add(ReadValue.of(what(result), record, result)));
            }
            return false;
        });
        find(names.outcomes(), question, record -> {
            if (record.keyText().equals(key)) {
                outcome = read(record, Kind.OUTCOME)
                        .filter(read -> read.skipped() == null)
                        .map(read -> ReadValue.of("outcome", record, read))
                        .orElse(null);
            }
            return outcome != null;
        });
        Boolean served = (results.isEmpty() && outcome == null) ? served() : null;
        return new TickFacts.Trace(task, List.copyOf(results), outcome, null, served, unreadable);
    }

    private <T> Optional<T> read(ReceivedRecord record, Kind<T> kind) {
        Optional<T> read = record.read(kind::ifReadable);
        if (read.isEmpty()) {
            unreadable = EvidenceRecord.of("unreadable " + kind.name(), record);
        }
        return read;
    }

    private @Nullable Boolean served() {
        if (task == null || !topics.contains(names.workers())) {
            return null;
        }
        return WorkersSeen.look(scan, names.workers(), now)
                .serve(task.value().work().queue(), task.value().work().type());
    }

    private static String what(Result result) {
        return result.status() == ResultStatus.STARTED
                ? "claim of attempt " + result.attempt()
                : "result of attempt " + result.attempt();
    }

    private static boolean isOfAttempt(ReceivedRecord record) {
        String kind = record.headers().textOr(Headers.KIND, Headers.KIND_RESULT);
        return kind.equals(Headers.KIND_RESULT) || kind.equals(Headers.KIND_CLAIM);
    }

    /** Reads the tick's home partition, or all where its task may be, from the earliest possible write on. */
    private void find(String topic, TickFacts.Question question, Predicate<ReceivedRecord> enough) {
        if (!topics.contains(topic)) {
            return;
        }
        Map<Integer, Long> from = log.since(topic, question.at().minus(TickLook.BETWEEN_CLOCKS));
        boolean anywhere = names.lane(topic) != null && question.key().mayBeRouted();
        int home = question.key().home(log.partitions(topic));
        scan.until(topic, anywhere ? from : Map.of(home, from.getOrDefault(home, 0L)), enough);
    }

    /**
     * Finds the skip in any partition: it is in the home partition of its first tick, which is unknown here.
     *
     * @param planned whether the instant may be a tick: of a range, only the first and last ones are certain
     */
    TickFacts.Trace skipped(TickFacts.Question question, boolean planned) {
        if (!topics.contains(names.results())) {
            return TickFacts.Trace.NONE;
        }
        String own = question.taskId() + ":";
        Map<Integer, Long> from = log.since(names.results(), question.at().minus(TickLook.BETWEEN_CLOCKS));
        scan.until(names.results(), from, record -> {
            if (record.keyText().startsWith(own) && isOfAttempt(record)) {
                skip = record.read(Kind.RESULT::ifReadable)
                        .filter(result -> covers(result, question.at(), planned))
                        .map(result -> ReadValue.of("skip", record, result))
                        .orElse(null);
            }
            return skip != null;
        });
        return new TickFacts.Trace(null, List.of(), null, skip, null, null);
    }

    private static boolean covers(Result result, Instant at, boolean planned) {
        SkippedRange range = result.skipped();
        if (range == null) {
            return false;
        }
        boolean within = at.isAfter(range.first()) && at.isBefore(range.last());
        return at.equals(range.first()) || at.equals(range.last()) || (within && planned);
    }
}
