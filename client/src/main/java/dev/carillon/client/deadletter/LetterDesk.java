package dev.carillon.client.deadletter;

import dev.carillon.client.NewRecord;
import dev.carillon.client.RecordLog;
import dev.carillon.client.deadletter.Mark.Deed;
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

/** Replays and drops letters, in transactions of a few; each new execution goes together with the mark on its letter. */
public final class LetterDesk {
    /** Far below what a transaction of ten seconds takes. */
    private static final int MOST_AT_ONCE = 200;

    private static final int MOST_BYTES_AT_ONCE = 2 * 1024 * 1024;

    private final RecordLog log;
    private final TopicNames names;
    private final Clock clock;
    private final FreshKeys keys;
    private final ReplayRule rule;
    private final Signature signature;

    /**
     * Who does it and why.
     *
     * @param again whether letters that have a mark already are taken too
     */
    public record Signature(@Nullable String by, @Nullable String reason, boolean again) {}

    public LetterDesk(
            RecordLog log, TopicNames names, Clock clock, FreshKeys keys, ReplayRule rule, Signature signature) {
        this.log = log;
        this.names = names;
        this.clock = clock;
        this.keys = keys;
        this.rule = rule;
        this.signature = signature;
    }

    /** What would become of the letters; writes nothing. */
    public void preview(Collection<LetterPosition> positions, Consumer<Disposal> told) {
        Marks marks = Marks.read(log, names);
        new LetterBox(log, names).read(positions, letter -> {
            Optional<String> refused = marked(marks, letter);
            if (refused.isPresent()) {
                told.accept(new Disposal(letter, null, refused.get()));
            } else if (rule.judge(letter, keys.nextTime()) instanceof Verdict.Refused no) {
                told.accept(new Disposal(letter, null, no.words()));
            } else {
                told.accept(new Disposal(letter, null, null));
            }
        });
    }

    /** Replays the letters; each is told of when it is safe. */
    public void replay(Collection<LetterPosition> positions, AllOrNothing transactions, Consumer<Disposal> told) {
        Batch batch = new Batch(transactions, told);
        Marks marks = Marks.read(log, names);
        new LetterBox(log, names).read(positions, letter -> {
            Optional<String> refused = marked(marks, letter);
            if (refused.isPresent()) {
                batch.refuse(letter, refused.get());
                return;
            }
            Verdict verdict = rule.judge(letter, keys.nextTime());
            if (verdict instanceof Verdict.Again again) {
                String key = String.valueOf(again.task().key());
                batch.add(
                        new Disposal(letter, key, null),
                        List.of(record(again.task()), mark(letter, Deed.REPLAYED, key)));
            } else {
                batch.refuse(letter, ((Verdict.Refused) verdict).words());
            }
        });
        batch.write();
    }

    /** Marks the letters as done with; they stay in their topic until it forgets them. */
    public void drop(Collection<LetterPosition> positions, AllOrNothing transactions, Consumer<Disposal> told) {
        Batch batch = new Batch(transactions, told);
        Marks marks = Marks.read(log, names);
        new LetterBox(log, names).read(positions, letter -> {
            Optional<String> refused = marked(marks, letter);
            if (refused.isPresent()) {
                batch.refuse(letter, refused.get());
            } else {
                batch.add(new Disposal(letter, null, null), List.of(mark(letter, Deed.DROPPED, null)));
            }
        });
        batch.write();
    }

    private Optional<String> marked(Marks marks, Letter letter) {
        return signature.again()
                ? Optional.empty()
                : marks.of(letter)
                        .map(mark -> "it was " + mark.words() + " at " + mark.at()
                                + "; to replay it once more, say --again");
    }

    private NewRecord record(Task task) {
        ExecutionKey key = Objects.requireNonNull(task.key());
        String topic = names.tasks(task.work().queue(), task.work().priority());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(Headers.ATTEMPT, Integer.toString(task.attempt()));
        headers.put(Headers.ORIGIN, Fields.spelled(task.origin()));
        headers.put(Headers.PRIORITY, Fields.spelled(task.work().priority()));
        return new NewRecord(topic, key.home(log.partitions(topic)), key.bytes(), Kind.TASK.encode(task), headers);
    }

    private NewRecord mark(Letter letter, Deed deed, @Nullable String key) {
        Mark mark = new Mark(deed, clock.instant(), signature.by(), signature.reason(), key);
        byte[] subject = letter.position().toString().getBytes(StandardCharsets.UTF_8);
        String topic = names.audit();
        return new NewRecord(
                topic,
                Murmur2.partition(subject, log.partitions(topic)),
                subject,
                Kind.AUDIT_ENTRY.encode(mark.entry(letter)),
                Map.of());
    }

    /** What goes into the next transaction. */
    private static final class Batch {
        private final AllOrNothing transactions;
        private final Consumer<Disposal> told;
        private final List<NewRecord> records = new ArrayList<>();
        private final List<Disposal> pending = new ArrayList<>();
        private int bytes;

        private Batch(AllOrNothing transactions, Consumer<Disposal> told) {
            this.transactions = transactions;
            this.told = told;
        }

        private void add(Disposal disposal, List<NewRecord> written) {
            int more = written.stream()
                    .mapToInt(record -> record.value() == null ? 0 : record.value().length)
                    .sum();
            if (pending.size() >= MOST_AT_ONCE || bytes + more > MOST_BYTES_AT_ONCE) {
                write();
            }
            records.addAll(written);
            pending.add(disposal);
            bytes += more;
        }

        private void refuse(Letter letter, String words) {
            told.accept(new Disposal(letter, null, words));
        }

        private void write() {
            if (!records.isEmpty()) {
                transactions.write(records);
                pending.forEach(told);
                records.clear();
                pending.clear();
                bytes = 0;
            }
        }
    }
}
