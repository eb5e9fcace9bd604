package dev.carillon.client.deadletter;

import dev.carillon.client.log.LatestRecords;
import dev.carillon.client.log.PartitionReading;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.log.WholeTopic;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Reads the topic of dead letters. */
public final class DeadLetterStore {
    private static final Duration POLL = Duration.ofMillis(500);
    /** As in {@code WholeTopic}: ten seconds without a record. */
    private static final int MOST_EMPTY_POLLS = 20;

    private static final int NAMES_SHOWN = 5;

    private final RecordLog log;
    private final String topic;

    public DeadLetterStore(RecordLog log, TopicNames names) {
        this.log = log;
        this.topic = names.deadLetters();
    }

    /** The newest wanted dead letters, oldest first. */
    public List<StoredDeadLetter> latest(int count, Predicate<StoredDeadLetter> wanted) {
        List<ReceivedRecord> latest =
                LatestRecords.of(log, topic, log.ends(topic), count, found -> wanted.test(new StoredDeadLetter(found)));
        return latest.stream().map(StoredDeadLetter::new).toList();
    }

    /** The positions of all wanted dead letters. */
    public List<DeadLetterPosition> all(Predicate<StoredDeadLetter> wanted) {
        List<DeadLetterPosition> positions = new ArrayList<>();
        WholeTopic.read(log, topic, log.starts(topic), found -> {
            StoredDeadLetter deadLetter = new StoredDeadLetter(found);
            if (wanted.test(deadLetter)) {
                positions.add(deadLetter.position());
            }
        });
        return positions;
    }

    /** The position that a text names: a position itself, or an execution key that only one dead letter has. */
    public DeadLetterPosition resolve(String text, Predicate<StoredDeadLetter> candidates) {
        return DeadLetterPosition.find(text).orElseGet(() -> {
            List<DeadLetterPosition> found =
                    all(deadLetter -> deadLetter.key().equals(text) && candidates.test(deadLetter));
            if (found.size() == 1) {
                return found.get(0);
            }
            if (found.isEmpty()) {
                throw new ClientException(
                        ClientProblem.NO_SUCH_LETTER,
                        "there is no dead letter of '" + text
                                + "'; name it by its position, as shown by: carillon dlq list");
            }
            String shown = String.join(
                    ", ",
                    found.stream()
                            .limit(NAMES_SHOWN)
                            .map(DeadLetterPosition::toString)
                            .toList());
            throw new ClientException(
                    ClientProblem.NO_SUCH_LETTER,
                    found.size() + " dead letters are of '" + text + "'; name one by its position: " + shown);
        });
    }

    public StoredDeadLetter get(DeadLetterPosition position) {
        List<StoredDeadLetter> found = new ArrayList<>();
        read(List.of(position), found::add);
        return found.get(0);
    }

    /** Reads the named dead letters; throws before it reads if one is outside the topic's offsets. */
    public void read(Collection<DeadLetterPosition> positions, Consumer<StoredDeadLetter> each) {
        Map<Integer, Long> starts = log.starts(topic);
        Map<Integer, Long> ends = log.ends(topic);
        Map<Integer, Long> from = new TreeMap<>();
        Map<Integer, Long> until = new TreeMap<>();
        for (DeadLetterPosition position : positions) {
            int partition = position.partition();
            if (position.offset() < starts.getOrDefault(partition, 0L)
                    || position.offset() >= ends.getOrDefault(partition, 0L)) {
                throw position.notThere();
            }
            from.merge(partition, position.offset(), Math::min);
            until.merge(partition, position.offset() + 1, Math::max);
        }
        Set<DeadLetterPosition> left = new HashSet<>(positions);
        if (!left.isEmpty()) {
            scan(from, until, left, each);
        }
        if (!left.isEmpty()) {
            throw left.iterator().next().notThere();
        }
    }

    private void scan(
            Map<Integer, Long> from,
            Map<Integer, Long> until,
            Set<DeadLetterPosition> left,
            Consumer<StoredDeadLetter> each) {
        try (PartitionReading reading = log.scan(topic, from)) {
            int emptyPolls = 0;
            while (!left.isEmpty() && !reached(reading.positions(), until)) {
                List<ReceivedRecord> found = reading.next(POLL);
                for (ReceivedRecord stored : found) {
                    StoredDeadLetter deadLetter = new StoredDeadLetter(stored);
                    if (left.remove(deadLetter.position())) {
                        each.accept(deadLetter);
                    }
                }
                emptyPolls = found.isEmpty() ? emptyPolls + 1 : 0;
                if (emptyPolls > MOST_EMPTY_POLLS) {
                    throw new ClientException(
                            ClientProblem.KAFKA_REFUSED,
                            "reading " + topic + " has stopped before its end; look for an open transaction or a lost"
                                    + " leader with: carillon doctor");
                }
            }
        }
    }

    private static boolean reached(Map<Integer, Long> positions, Map<Integer, Long> until) {
        return positions.entrySet().stream().allMatch(at -> at.getValue() >= until.getOrDefault(at.getKey(), 0L));
    }
}
