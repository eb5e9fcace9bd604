package dev.carillon.client.deadletter;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.TestRecords.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.problem.ClientException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DeadLetterStoreTest {
    private final DeadLetterCluster cluster = new DeadLetterCluster();
    private final DeadLetterStore store = cluster.store;

    private List<String> latest(int count) {
        return store.latest(count, deadLetter -> !deadLetter.cause().equals("BAD_JSON")).stream()
                .map(deadLetter -> deadLetter.position().toString())
                .toList();
    }

    @Test
    void withoutDeadLettersNoneAreFound() {
        assertThat(latest(10)).isEmpty();
        assertThat(store.all(deadLetter -> true)).isEmpty();
        store.read(List.of(), deadLetter -> assertThat(deadLetter).isNull());
        assertThatThrownBy(() -> store.get(new DeadLetterPosition(0, 0)))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("dead-letters-0@0");
    }

    @Test
    void theLatestWantedAreListedOldestFirst() {
        cluster.bury(0, "a");
        cluster.clock.advance(java.time.Duration.ofMillis(1));
        cluster.bury(2, "b");
        cluster.put(1, "x", bytes("{"), "BAD_JSON");
        cluster.clock.advance(java.time.Duration.ofMillis(1));
        cluster.bury(0, "c");
        assertThat(latest(2)).containsExactly("dead-letters-2@0", "dead-letters-0@1");
    }

    @Test
    void aKeyNamesTheOneLetterThatHasIt() {
        DeadLetterPosition report = cluster.bury(1, "report");
        cluster.bury(1, "report-2");
        assertThat(store.resolve("report:" + DeadLetterCluster.TICK, deadLetter -> true))
                .isEqualTo(report);
        assertThatThrownBy(() -> store.resolve("report", deadLetter -> true)).hasMessageContaining("'report'");
        assertThatThrownBy(() -> store.resolve("report:" + DeadLetterCluster.TICK, deadLetter -> false))
                .hasMessageContaining("there is no dead letter of");
    }

    @Test
    void ofSeveralWithOneKeyTheFirstPositionsAreListed() {
        for (int i = 0; i < 7; i++) {
            cluster.bury(2, "report");
        }
        assertThatThrownBy(() -> store.resolve("report:" + DeadLetterCluster.TICK, deadLetter -> true))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("7 dead letters")
                .hasMessageContaining("dead-letters-2@0, dead-letters-2@1")
                .hasMessageNotContaining("dead-letters-2@5");
        assertThat(store.resolve(
                        "report:" + DeadLetterCluster.TICK,
                        deadLetter -> deadLetter.position().offset() == 4))
                .isEqualTo(new DeadLetterPosition(2, 4));
    }

    @Test
    void aPositionIsResolvedWithoutReading() {
        assertThat(store.resolve("dead-letters-2@99", deadLetter -> false)).isEqualTo(new DeadLetterPosition(2, 99));
        assertThat(cluster.log.follows()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "dead-letters-3@17, dead-letters-3@17",
        "carillon.dead-letters-3@17, dead-letters-3@17",
        "3@17, dead-letters-3@17",
        "000003@000017, dead-letters-3@17",
        "0@999999999999999999, dead-letters-0@999999999999999999"
    })
    void aPositionMayBeSpelledWithItsTopicOrWithout(String text, String position) {
        assertThat(DeadLetterPosition.find(text))
                .map(DeadLetterPosition::toString)
                .contains(position);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "@",
                "3@",
                "@17",
                "-3@17",
                "3@-17",
                "results-3@17",
                "3@9999999999999999999",
                "9999999@1",
                "dead-letters-3@17 ",
                "dead-letters-3@17\n",
                "dead-letters-٣@١",
                "report:2026-11-18T05:00:00Z"
            })
    void anotherTextIsNoPosition(String text) {
        assertThat(DeadLetterPosition.find(text)).isEmpty();
    }

    @Test
    void positionsAreOrderedByPartitionAndOffsetAsNumbers() {
        List<DeadLetterPosition> positions = new ArrayList<>();
        for (String text : List.of("10@0", "2@100", "2@20", "0@7", "2@3")) {
            positions.add(DeadLetterPosition.find(text).orElseThrow());
        }
        Collections.sort(positions);
        assertThat(positions.toString())
                .isEqualTo("[dead-letters-0@7, dead-letters-2@3, dead-letters-2@20,"
                        + " dead-letters-2@100, dead-letters-10@0]");
    }

    @Test
    void scatteredPositionsOfAllPartitionsAreReadOnceEach() {
        List<DeadLetterPosition> wanted = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            DeadLetterPosition position = cluster.bury(i % 3, "report-" + i);
            cluster.log.putMarker(NAMES.deadLetters(), i % 3);
            if (i % 7 == 0) {
                wanted.add(position);
            }
        }
        List<DeadLetterPosition> read = new ArrayList<>();
        store.read(wanted, deadLetter -> read.add(deadLetter.position()));
        assertThat(read).containsExactlyInAnyOrderElementsOf(wanted);
        assertThat(cluster.log.follows()).isEqualTo(1);
        assertThat(cluster.log.openFeeds()).isZero();
    }

    @Test
    void theOffsetOfATransactionMarkerHoldsNoLetter() {
        cluster.bury(0, "first");
        cluster.log.putMarker(NAMES.deadLetters(), 0);
        cluster.bury(0, "second");
        cluster.log.putMarker(NAMES.deadLetters(), 0);
        for (int marker : new int[] {1, 3}) {
            assertThatThrownBy(() -> store.get(new DeadLetterPosition(0, marker)))
                    .hasMessageContaining("dead-letters-0@" + marker);
        }
        assertThat(store.get(new DeadLetterPosition(0, 2)).key()).startsWith("second:");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "3, 0", "999999, 0"})
    void aPositionOutsideTheTopicIsRefusedBeforeAnythingIsRead(int partition, long offset) {
        DeadLetterPosition good = cluster.bury(0, "good");
        List<StoredDeadLetter> read = new ArrayList<>();
        assertThatThrownBy(() -> store.read(List.of(good, new DeadLetterPosition(partition, offset)), read::add))
                .isInstanceOf(ClientException.class);
        assertThat(read).isEmpty();
    }
}
