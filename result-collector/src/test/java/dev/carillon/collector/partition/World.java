package dev.carillon.collector.partition;

import dev.carillon.collector.intake.RecordClassifier;
import dev.carillon.collector.ledger.CancelRequest;
import dev.carillon.collector.ledger.EventVerdict;
import dev.carillon.collector.ledger.MemoryTable;
import dev.carillon.collector.ledger.QueueList;
import dev.carillon.collector.outcome.OutgoingRecord;
import dev.carillon.collector.outcome.OutputRecords;
import dev.carillon.collector.outcome.ReceivedRecord;
import dev.carillon.collector.outcome.RecordHeader;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A processor with its partition: what it writes to results is read back by it, and the test moves the time. */
final class World implements CancelCommands, QueueTopics, PartitionCounts {
    static final TopicNames NAMES = new TopicNames("carillon");
    static final Instant START = Instant.parse("2026-11-18T06:00:00Z");

    final MemoryTable table = new MemoryTable();
    final List<Outcome> outcomes = new ArrayList<>();
    final List<Task> released = new ArrayList<>();
    final List<OutgoingRecord> all = new ArrayList<>();
    final Map<EventVerdict, Integer> verdicts = new EnumMap<>(EventVerdict.class);
    final List<ErrorCode> poison = new ArrayList<>();
    final TreeMap<Long, String> cancels = new TreeMap<>();
    QueueList queues = new QueueList(Set.of("default"), Instant.MAX);
    boolean timedWork = true;
    boolean defect;
    int refreshes;
    int settled;
    long open;
    long timers;
    Instant now = START;

    private final Deque<ReceivedRecord> log = new ArrayDeque<>();
    private PartitionProcessor processor = newProcessor();
    private long offset;

    private PartitionProcessor newProcessor() {
        return new PartitionProcessor(
                0,
                1,
                new RecordClassifier(NAMES, 1),
                new OutputRecords(NAMES, 1),
                new PartitionProcessor.Environment(this, this, () -> timedWork, this, 1_000),
                table);
    }

    /** Another instance takes the partition: the state in memory is gone, the table stays. */
    void moveToAnotherInstance() {
        processor.close();
        processor = newProcessor();
    }

    void result(Result result, boolean claimed) {
        boolean claim = result.status() == ResultStatus.STARTED;
        List<RecordHeader> headers = new ArrayList<>();
        headers.add(RecordHeader.of(Headers.KIND, claim ? Headers.KIND_CLAIM : Headers.KIND_RESULT));
        if (claimed) {
            headers.add(RecordHeader.of(Headers.CLAIMED, true));
        }
        append(NAMES.results(), result.key().bytes(), Kind.RESULT.encode(result), headers);
    }

    /** A result whose worker has written the outcome. */
    void settled(Result result) {
        List<RecordHeader> headers =
                List.of(RecordHeader.of(Headers.KIND, Headers.KIND_RESULT), RecordHeader.of(Headers.SETTLED, true));
        append(NAMES.results(), result.key().bytes(), Kind.RESULT.encode(result), headers);
    }

    PartitionProcessor processor() {
        return processor;
    }

    void delayed(Task task) {
        ExecutionKey key = task.key();
        append(NAMES.delayed(), key == null ? null : key.bytes(), Kind.TASK.encode(task), List.of());
    }

    void lease(WorkerRef worker) {
        append(
                NAMES.results(),
                null,
                Kind.LEASE.encode(new Lease(worker, Map.of())),
                List.of(RecordHeader.of(Headers.KIND, Headers.KIND_LEASE)));
    }

    void cancel(ExecutionKey key) {
        cancels.put(cancels.isEmpty() ? 0 : cancels.lastKey() + 1, key.toString());
    }

    void append(String topic, byte @Nullable [] key, byte @Nullable [] value, List<RecordHeader> headers) {
        log.add(new ReceivedRecord(topic, 0, offset++, now, key, value, headers));
        readAll();
    }

    /** Lets time pass in steps, running due work when the processor plans to. */
    void pass(Duration time) {
        Instant until = now.plus(time);
        while (now.isBefore(until)) {
            Instant next = processor.nextDue(now);
            Instant step = next == null || next.isAfter(until) ? until : next.isAfter(now) ? next : now.plusMillis(20);
            now = step;
            send(processor.runDue(now));
            readAll();
        }
    }

    private void readAll() {
        for (ReceivedRecord record = log.poll(); record != null; record = log.poll()) {
            send(processor.take(record, now));
        }
    }

    private void send(List<OutgoingRecord> outputs) {
        all.addAll(outputs);
        for (OutgoingRecord output : outputs) {
            byte[] value = output.value();
            if (output.topic().equals(NAMES.outcomes()) && value != null) {
                outcomes.add(Kind.OUTCOME.decode(value));
            } else if (output.topic().equals(NAMES.released("default")) && value != null) {
                Task task = Kind.TASK.decode(value);
                Instant from = task.notBefore();
                if (from != null && from.isAfter(now)) {
                    throw new AssertionError(task + " is released early, at " + now);
                }
                released.add(Kind.TASK.decode(value));
            } else if (output.topic().equals(NAMES.results())) {
                log.add(new ReceivedRecord(
                        output.topic(), output.partition(), offset++, now, output.key(), value, output.headers()));
            }
        }
    }

    List<String> causes() {
        return all.stream()
                .filter(output -> output.topic().equals(NAMES.deadLetters()))
                .flatMap(output -> output.headers().stream())
                .filter(header -> header.name().equals(Headers.CAUSE))
                .map(RecordHeader::text)
                .toList();
    }

    int count(EventVerdict verdict) {
        return verdicts.getOrDefault(verdict, 0);
    }

    @Override
    public @Nullable CancelRequest cancelOf(String key) {
        return cancels.containsValue(key) ? new CancelRequest("cancelled: enough") : null;
    }

    @Override
    public long newest() {
        return cancels.isEmpty() ? -1 : cancels.lastKey();
    }

    @Override
    public List<Named> after(long from, int atMost) {
        return cancels.tailMap(from, false).entrySet().stream()
                .limit(atMost)
                .map(cancel -> new Named(cancel.getKey(), cancel.getValue()))
                .toList();
    }

    @Override
    public QueueList list() {
        if (defect) {
            throw new IllegalStateException("a defect");
        }
        return queues;
    }

    @Override
    public void refreshSoon() {
        refreshes++;
    }

    @Override
    public void decided(EventVerdict verdict) {
        verdicts.merge(verdict, 1, Integer::sum);
    }

    @Override
    public void ended(OutcomeStatus status) {}

    @Override
    public void poison(ErrorCode cause) {
        poison.add(cause);
    }

    @Override
    public void settled(int count) {
        settled += count;
    }

    @Override
    public void rehomed() {}

    @Override
    public void open(long change) {
        open += change;
    }

    @Override
    public void timers(long change) {
        timers += change;
    }
}
