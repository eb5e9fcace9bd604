package dev.carillon.client.log;

import static dev.carillon.client.TestRecords.bytes;
import static dev.carillon.client.TestRecords.outgoing;
import static dev.carillon.client.TestRecords.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryCluster;
import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WholeTopicTest {
    private static final String TOPIC = "carillon.outcomes";
    private static final String OTHER = "carillon.events";
    private static final TopicPart FIRST = new TopicPart(TOPIC, 0);

    private final MemoryRecordLog log = new MemoryRecordLog(new ManualClock(MemoryCluster.NOW));
    private final List<String> seen = new ArrayList<>();

    WholeTopicTest() {
        log.create(TOPIC, 2);
        log.create(OTHER, 1);
    }

    private void put(String topic, int partition, String... keys) {
        for (String key : keys) {
            log.put(outgoing(topic, partition, key, bytes("1")));
        }
    }

    private void see(ReceivedRecord record) {
        seen.add(record.keyText());
    }

    private void readAll() {
        WholeTopic.read(log, TOPIC, log.starts(TOPIC), this::see);
    }

    @Test
    void anEmptyTopicIsLeftUnread() {
        readAll();
        assertThat(seen).isEmpty();
        assertThat(log.follows()).isZero();
    }

    @Test
    void onlyThePartsWithRecordsAreRead() {
        put(TOPIC, 1, "a", "b");
        WholeTopic.read(log, TOPIC, Map.of(0, 0L, 1, 1L), this::see);
        assertThat(seen).containsExactly("b");
        WholeTopic.read(log, TOPIC, Map.of(0, 0L, 1, 2L), this::see);
        assertThat(seen).containsExactly("b");
        assertThat(log.follows()).isEqualTo(1);
    }

    @Test
    void theReaderPassesATransactionMarkerAtTheEnd() {
        put(TOPIC, 0, "a");
        log.putMarker(TOPIC, 0);
        log.putMarker(TOPIC, 1);
        readAll();
        assertThat(seen).containsExactly("a");
    }

    @Test
    void recordsThatCompactionHasDeletedAreNotMissed() {
        put(TOPIC, 0, "a", "b", "a", "b", "c", "b");
        log.compact(TOPIC, 0);
        readAll();
        assertThat(seen).containsExactly("a", "c", "b");
    }

    @Test
    void aPositionThatRetentionHasPassedBeginsAtTheFirstRecordThatIsLeft() {
        put(TOPIC, 0, "a", "b", "c");
        log.deleteBefore(TOPIC, 0, 2);
        WholeTopic.read(log, TOPIC, Map.of(0, 0L), this::see);
        assertThat(seen).containsExactly("c");
    }

    @Test
    void aTopicOfWhichRetentionHasDeletedAllIsRead() {
        put(TOPIC, 0, "a", "b");
        log.deleteBefore(TOPIC, 0, 2);
        WholeTopic.read(log, TOPIC, Map.of(0, 0L), this::see);
        assertThat(seen).isEmpty();
    }

    @Test
    void recordsThatArriveMeanwhileAreLeftToTheNextReader() {
        put(TOPIC, 0, "a", "b");
        WholeTopic.read(log, TOPIC, log.starts(TOPIC), record -> {
            see(record);
            put(TOPIC, 0, "late");
            put(TOPIC, 1, "late");
        });
        assertThat(seen).containsExactly("a", "b");
    }

    @Test
    void recordsBehindAGivenEndAreNotPassedOnThoughTheyCameInTheSamePoll() {
        put(TOPIC, 0, "a", "b", "c");
        put(OTHER, 0, "d", "e");
        TopicPart other = new TopicPart(OTHER, 0);
        WholeTopic.readParts(log, Map.of(FIRST, 0L, other, 0L), Map.of(FIRST, 2L, other, 1L), this::see);
        assertThat(seen).containsExactlyInAnyOrder("a", "b", "d");
    }

    @Test
    void aPartWithoutAnEndIsNotRead() {
        put(TOPIC, 0, "a");
        WholeTopic.readParts(log, Map.of(FIRST, 0L), Map.of(), this::see);
        assertThat(seen).isEmpty();
    }

    @Test
    void theFeedIsClosedThoughACallerThrows() {
        put(TOPIC, 0, "a");
        assertThatThrownBy(() -> WholeTopic.read(log, TOPIC, log.starts(TOPIC), record -> {
                    throw new IllegalStateException("enough");
                }))
                .hasMessage("enough");
        assertThat(log.follows()).isEqualTo(1);
        assertThat(log.openFeeds()).isZero();
    }

    /** A feed of polls that were written down; each poll moves the position by the number of its records. */
    private static final class WrittenPolls implements TopicFeed {
        private final Iterator<Integer> polls;
        private long position;

        private WrittenPolls(List<Integer> polls) {
            this.polls = polls.iterator();
        }

        @Override
        public List<ReceivedRecord> next(Duration atMost) {
            List<ReceivedRecord> found = new ArrayList<>();
            for (int left = polls.next(); left > 0; left--) {
                found.add(stored(TOPIC, 0, position++, MemoryCluster.NOW, "k" + position, null, Map.of()));
            }
            return found;
        }

        @Override
        public Map<TopicPart, Long> positions() {
            return Map.of(FIRST, position);
        }

        @Override
        public void seek(TopicPart part, long offset) {
            position = offset;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private static List<Integer> empty(int polls) {
        return Collections.nCopies(polls, 0);
    }

    @Test
    void aReaderThatNoLongerAdvancesIsReportedWithItsTopic() {
        List<Integer> polls = new ArrayList<>(List.of(1));
        polls.addAll(empty(21));
        polls.add(1);
        assertThatThrownBy(() -> WholeTopic.advance(new WrittenPolls(polls), Map.of(FIRST, 2L), this::see))
                .isInstanceOfSatisfying(ClientException.class, refusal -> assertThat(refusal.problem())
                        .isEqualTo(ClientProblem.KAFKA_REFUSED))
                .hasMessageContaining(TOPIC)
                .hasMessageContaining("carillon doctor");
        assertThat(seen).containsExactly("k1");
    }

    @Test
    void eachRecordGivesASlowReaderItsTimeAgain() {
        List<Integer> polls = new ArrayList<>();
        for (int records = 0; records < 3; records++) {
            polls.addAll(empty(20));
            polls.add(1);
        }
        WholeTopic.advance(new WrittenPolls(polls), Map.of(FIRST, 3L), this::see);
        assertThat(seen).containsExactly("k1", "k2", "k3");
    }
}
