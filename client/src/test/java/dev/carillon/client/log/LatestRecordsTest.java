package dev.carillon.client.log;

import static dev.carillon.client.TestRecords.bytes;
import static dev.carillon.client.TestRecords.outgoing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.MemoryCluster;
import dev.carillon.client.MemoryRecordLog;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LatestRecordsTest {
    private static final String TOPIC = "carillon.dead-letters";

    private final ManualClock clock = new ManualClock(MemoryCluster.NOW);
    private final MemoryRecordLog log = new MemoryRecordLog(clock);

    LatestRecordsTest() {
        log.create(TOPIC, 3);
    }

    private void put(int partition, String key) {
        log.put(outgoing(TOPIC, partition, key, bytes("1")));
    }

    private List<String> latest(int count, Predicate<ReceivedRecord> wanted) {
        return keys(LatestRecords.of(log, TOPIC, log.ends(TOPIC), count, wanted));
    }

    private static List<String> keys(List<ReceivedRecord> records) {
        return records.stream().map(ReceivedRecord::keyText).toList();
    }

    @Test
    void anEmptyTopicHasNone() {
        assertThat(latest(5, record -> true)).isEmpty();
        log.putMarker(TOPIC, 1);
        assertThat(latest(5, record -> true)).isEmpty();
    }

    @Test
    void forNoneNothingIsRead() {
        put(0, "a");
        assertThat(latest(0, record -> true)).isEmpty();
        assertThat(log.follows()).isZero();
    }

    @Test
    void theNewestOfAllPartitionsAreGivenOldestFirst() {
        for (int i = 0; i < 9; i++) {
            put(i % 3, "k" + i);
            clock.advance(Duration.ofMillis(1));
        }
        assertThat(latest(4, record -> true)).containsExactly("k5", "k6", "k7", "k8");
        assertThat(latest(100, record -> true)).hasSize(9).startsWith("k0", "k1");
    }

    @Test
    void recordsOfOneInstantAreInTheOrderOfTheirPositions() {
        put(2, "c");
        put(0, "a");
        put(1, "b");
        put(0, "a2");
        assertThat(latest(3, record -> true)).containsExactly("a2", "b", "c");
    }

    @Test
    void aRareRecordIsFoundThoughThousandsCameAfterIt() {
        put(1, "rare");
        for (int i = 0; i < 3_000; i++) {
            put(i % 3, "usual");
        }
        assertThat(latest(2, record -> record.keyText().equals("rare"))).containsExactly("rare");
    }

    /** The newest records of partition 0 are unwanted, yet an older one of it is newer than all of the others. */
    @Test
    void aPartitionThatIsFullOfUnwantedRecordsIsReadFurtherBack() {
        put(1, "old");
        put(1, "old");
        clock.advance(Duration.ofSeconds(1));
        put(0, "wanted");
        clock.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 200; i++) {
            put(0, "unwanted");
        }
        assertThat(latest(1, record -> !record.keyText().equals("unwanted"))).containsExactly("wanted");
    }

    @Test
    void recordsBehindTheGivenEndsAreLeftOut() {
        put(0, "a");
        Map<Integer, Long> ends = log.ends(TOPIC);
        put(0, "b");
        put(1, "c");
        assertThat(keys(LatestRecords.of(log, TOPIC, ends, 5, record -> true))).containsExactly("a");
    }

    /** Compared with reading all, over topics with transaction markers, compacted gaps and deleted beginnings. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theyAreThoseThatReadingAllWouldFind(long seed) {
        Random random = new Random(seed);
        int records = random.nextInt(1_500);
        for (int i = 0; i < records; i++) {
            int partition = random.nextInt(random.nextBoolean() ? 1 : 3);
            put(partition, "k" + random.nextInt(400));
            if (random.nextInt(5) == 0) {
                log.putMarker(TOPIC, partition);
            }
            clock.advance(Duration.ofMillis(random.nextInt(3)));
        }
        log.compact(TOPIC, 0);
        log.deleteBefore(TOPIC, 1, log.ends(TOPIC).getOrDefault(1, 0L) / 3);
        int modulo = 1 + random.nextInt(20);
        Predicate<ReceivedRecord> wanted = record -> record.keyText().hashCode() % modulo == 0;
        Map<Integer, Long> starts = log.starts(TOPIC);
        List<ReceivedRecord> all = log.all(TOPIC).stream()
                .filter(record -> record.offset() >= starts.getOrDefault(record.partition(), 0L))
                .filter(wanted)
                .sorted(Comparator.comparing(ReceivedRecord::appended)
                        .thenComparing(ReceivedRecord::partition)
                        .thenComparing(ReceivedRecord::offset))
                .toList();
        for (int count : List.of(1, 7, 50, 2_000)) {
            List<ReceivedRecord> found = LatestRecords.of(log, TOPIC, log.ends(TOPIC), count, wanted);
            assertThat(found)
                    .as("seed %s, %s of %s", seed, count, all.size())
                    .containsExactlyElementsOf(all.subList(Math.max(0, all.size() - count), all.size()));
        }
    }
}
