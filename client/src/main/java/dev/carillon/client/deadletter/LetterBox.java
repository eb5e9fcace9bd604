package dev.carillon.client.deadletter;

import dev.carillon.client.ClientException;
import dev.carillon.client.ClientProblem;
import dev.carillon.client.LatestRecords;
import dev.carillon.client.Reading;
import dev.carillon.client.RecordLog;
import dev.carillon.client.StoredRecord;
import dev.carillon.client.WholeTopic;
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

/** The topic of dead letters, read. */
public final class LetterBox {
    private static final Duration POLL = Duration.ofMillis(500);
    /** As long as other readers wait behind somebody's open transaction. */
    private static final int SILENT_POLLS = 20;

    private static final int NAMES_SHOWN = 5;

    private final RecordLog log;
    private final String topic;

    public LetterBox(RecordLog log, TopicNames names) {
        this.log = log;
        this.topic = names.deadLetters();
    }

    /** The last ones of the wanted, oldest first. */
    public List<Letter> latest(int count, Predicate<Letter> wanted) {
        return LatestRecords.of(log, topic, log.ends(topic), count, found -> wanted.test(new Letter(found))).stream()
                .map(Letter::new)
                .toList();
    }

    /** The positions of all wanted. */
    public List<LetterPosition> all(Predicate<Letter> wanted) {
        List<LetterPosition> positions = new ArrayList<>();
        WholeTopic.read(log, topic, log.starts(topic), found -> {
            Letter letter = new Letter(found);
            if (wanted.test(letter)) {
                positions.add(letter.position());
            }
        });
        return positions;
    }

    /** The one that is meant by a position, or by an execution key that only one letter has. */
    public LetterPosition meant(String text, Predicate<Letter> candidates) {
        return LetterPosition.find(text).orElseGet(() -> {
            List<LetterPosition> found = all(letter -> letter.key().equals(text) && candidates.test(letter));
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
                            .map(LetterPosition::toString)
                            .toList());
            throw new ClientException(
                    ClientProblem.NO_SUCH_LETTER,
                    found.size() + " dead letters are of '" + text + "'; name one by its position: " + shown);
        });
    }

    public Letter get(LetterPosition position) {
        List<Letter> found = new ArrayList<>();
        read(List.of(position), found::add);
        return found.get(0);
    }

    /** Reads the named ones; whatever of them is not there ends it before anything is read. */
    public void read(Collection<LetterPosition> positions, Consumer<Letter> each) {
        Map<Integer, Long> starts = log.starts(topic);
        Map<Integer, Long> ends = log.ends(topic);
        Map<Integer, Long> from = new TreeMap<>();
        Map<Integer, Long> until = new TreeMap<>();
        for (LetterPosition position : positions) {
            int partition = position.partition();
            if (position.offset() < starts.getOrDefault(partition, 0L)
                    || position.offset() >= ends.getOrDefault(partition, 0L)) {
                throw position.notThere();
            }
            from.merge(partition, position.offset(), Math::min);
            until.merge(partition, position.offset() + 1, Math::max);
        }
        Set<LetterPosition> left = new HashSet<>(positions);
        if (!left.isEmpty()) {
            scan(from, until, left, each);
        }
        if (!left.isEmpty()) {
            throw left.iterator().next().notThere();
        }
    }

    private void scan(
            Map<Integer, Long> from, Map<Integer, Long> until, Set<LetterPosition> left, Consumer<Letter> each) {
        try (Reading reading = log.scan(topic, from)) {
            int silent = 0;
            while (!left.isEmpty() && !reached(reading.positions(), until)) {
                List<StoredRecord> found = reading.next(POLL);
                for (StoredRecord stored : found) {
                    Letter letter = new Letter(stored);
                    if (left.remove(letter.position())) {
                        each.accept(letter);
                    }
                }
                silent = found.isEmpty() ? silent + 1 : 0;
                if (silent > SILENT_POLLS) {
                    throw new ClientException(
                            ClientProblem.KAFKA_REFUSED,
                            "reading " + topic + " stands still before its end; look with: carillon doctor");
                }
            }
        }
    }

    private static boolean reached(Map<Integer, Long> positions, Map<Integer, Long> until) {
        return positions.entrySet().stream().allMatch(at -> at.getValue() >= until.getOrDefault(at.getKey(), 0L));
    }
}
