package dev.carillon.client.deadletter;

import dev.carillon.client.deadletter.DeadLetterMark.Deed;
import dev.carillon.client.log.RecordLog;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Replays and drops dead letters in small transactions; each new task is written together with the mark of its dead
 * letter.
 */
public final class DeadLetterReplay {
    /** Few enough for a transaction of ten seconds. */
    private static final int MOST_AT_ONCE = 200;

    private static final int MOST_BYTES_AT_ONCE = 2 * 1024 * 1024;

    private final RecordLog log;
    private final TopicNames names;
    private final Clock clock;
    private final FreshKeys keys;
    private final ReplayRule rule;
    private final Signature signature;

    /**
     * The author and the reason of a replay or drop.
     *
     * @param again whether dead letters with a mark are included
     */
    public record Signature(@Nullable String by, @Nullable String reason, boolean again) {}

    public DeadLetterReplay(
            RecordLog log, TopicNames names, Clock clock, FreshKeys keys, ReplayRule rule, Signature signature) {
        this.log = log;
        this.names = names;
        this.clock = clock;
        this.keys = keys;
        this.rule = rule;
        this.signature = signature;
    }

    /** Passes on the results that {@link #replay} would have; writes nothing. */
    public void preview(Collection<DeadLetterPosition> positions, Consumer<ReplayResult> results) {
        DeadLetterMarks marks = DeadLetterMarks.read(log, names);
        new DeadLetterStore(log, names).read(positions, deadLetter -> {
            Optional<String> refused = marked(marks, deadLetter);
            if (refused.isPresent()) {
                results.accept(new ReplayResult(deadLetter, null, refused.get()));
            } else if (rule.judge(deadLetter, keys.nextTime()) instanceof ReplayVerdict.Refused no) {
                results.accept(new ReplayResult(deadLetter, null, no.reason()));
            } else {
                results.accept(new ReplayResult(deadLetter, null, null));
            }
        });
    }

    /** Replays the dead letters; passes on each result once it is safe. */
    public void replay(
            Collection<DeadLetterPosition> positions, AtomicWriter transactions, Consumer<ReplayResult> results) {
        Batch batch = new Batch(transactions, results);
        DeadLetterMarks marks = DeadLetterMarks.read(log, names);
        new DeadLetterStore(log, names).read(positions, deadLetter -> {
            Optional<String> refused = marked(marks, deadLetter);
            if (refused.isPresent()) {
                batch.refuse(deadLetter, refused.get());
                return;
            }
            ReplayVerdict verdict = rule.judge(deadLetter, keys.nextTime());
            if (verdict instanceof ReplayVerdict.Again again) {
                String key = String.valueOf(again.task().key());
                batch.add(
                        new ReplayResult(deadLetter, key, null),
                        List.of(record(again.task()), mark(deadLetter, Deed.REPLAYED, key)));
            } else {
                batch.refuse(deadLetter, ((ReplayVerdict.Refused) verdict).reason());
            }
        });
        batch.write();
    }

    /** Marks the dead letters as dropped; their records stay until the topic's retention deletes them. */
    public void drop(
            Collection<DeadLetterPosition> positions, AtomicWriter transactions, Consumer<ReplayResult> results) {
        Batch batch = new Batch(transactions, results);
        DeadLetterMarks marks = DeadLetterMarks.read(log, names);
        new DeadLetterStore(log, names).read(positions, deadLetter -> {
            Optional<String> refused = marked(marks, deadLetter);
            if (refused.isPresent()) {
                batch.refuse(deadLetter, refused.get());
            } else {
                batch.add(new ReplayResult(deadLetter, null, null), List.of(mark(deadLetter, Deed.DROPPED, null)));
            }
        });
        batch.write();
    }

    /** Passes on the results that {@link #drop} would have; writes nothing. */
    public void previewDrop(Collection<DeadLetterPosition> positions, Consumer<ReplayResult> results) {
        DeadLetterMarks marks = DeadLetterMarks.read(log, names);
        new DeadLetterStore(log, names)
                .read(
                        positions,
                        deadLetter -> results.accept(new ReplayResult(
                                deadLetter, null, marked(marks, deadLetter).orElse(null))));
    }

    private Optional<String> marked(DeadLetterMarks marks, StoredDeadLetter deadLetter) {
        return signature.again()
                ? Optional.empty()
                : marks.of(deadLetter).map(mark -> "it was " + mark.describe() + " at " + mark.at());
    }

    private OutgoingRecord record(Task task) {
        ExecutionKey key = Objects.requireNonNull(task.key());
        String topic = names.tasks(task.work().queue(), task.work().priority());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(Headers.ATTEMPT, Integer.toString(task.attempt()));
        headers.put(Headers.ORIGIN, Fields.spelled(task.origin()));
        headers.put(Headers.PRIORITY, Fields.spelled(task.work().priority()));
        return new OutgoingRecord(
                topic, key.home(log.partitions(topic)), key.bytes(), Kind.TASK.encode(task), HeaderList.of(headers));
    }

    private OutgoingRecord mark(StoredDeadLetter deadLetter, Deed deed, @Nullable String key) {
        DeadLetterMark mark = new DeadLetterMark(deed, clock.instant(), signature.by(), signature.reason(), key);
        byte[] subject = deadLetter.position().toString().getBytes(StandardCharsets.UTF_8);
        String topic = names.audit();
        return new OutgoingRecord(
                topic,
                Murmur2.partition(subject, log.partitions(topic)),
                subject,
                Kind.AUDIT_ENTRY.encode(mark.entry(deadLetter)),
                HeaderList.none());
    }

    /** Collects the records of the next transaction. */
    private static final class Batch {
        private final AtomicWriter transactions;
        private final Consumer<ReplayResult> results;
        private final List<OutgoingRecord> records = new ArrayList<>();
        private final List<ReplayResult> pending = new ArrayList<>();
        private int bytes;

        private Batch(AtomicWriter transactions, Consumer<ReplayResult> results) {
            this.transactions = transactions;
            this.results = results;
        }

        private void add(ReplayResult result, List<OutgoingRecord> written) {
            int more = written.stream()
                    .mapToInt(record -> record.value() == null ? 0 : record.value().length)
                    .sum();
            if (pending.size() >= MOST_AT_ONCE || bytes + more > MOST_BYTES_AT_ONCE) {
                write();
            }
            records.addAll(written);
            pending.add(result);
            bytes += more;
        }

        private void refuse(StoredDeadLetter deadLetter, String reason) {
            results.accept(new ReplayResult(deadLetter, null, reason));
        }

        private void write() {
            if (!records.isEmpty()) {
                transactions.write(records);
                pending.forEach(results);
                records.clear();
                pending.clear();
                bytes = 0;
            }
        }
    }
}
