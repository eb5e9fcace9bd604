package dev.carillon.console.api.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.console.history.run.RecordPlace;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.time.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records that are read from their topics at stored places. */
@Timeout(60)
final class RawRecordsTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final String TOPIC = "carillon.results";

    private final ManualClock clock = new ManualClock(NOW);
    private final MemoryRecordLog log = new MemoryRecordLog(clock);
    private final KafkaSession session = new KafkaSession("records-test", () -> log, () -> "", Duration.ofSeconds(30));
    private final RawRecords records = new RawRecords(session);

    @BeforeEach
    void create() {
        log.create(TOPIC, 2);
    }

    @AfterEach
    void close() {
        session.close();
    }

    private RecordPlace put(int partition, byte[] value) {
        long offset = log.put(new OutgoingRecord(
                TOPIC, partition, "k".getBytes(StandardCharsets.UTF_8), value, HeaderList.of(Map.of("h", "1"))));
        return new RecordPlace(TOPIC, partition, offset, clock.instant());
    }

    private RecordPlace put(int partition, String value) {
        return put(partition, value.getBytes(StandardCharsets.UTF_8));
    }

    private List<RecordAnswer> fetched(RecordPlace... places) {
        return records.fetch(List.of(places)).stream().map(RawRecords::answer).toList();
    }

    @Test
    void recordsOfSeveralPartitionsComeInTheAskedOrderAndOnlyThose() {
        RecordPlace first = put(0, "1");
        put(0, "2");
        RecordPlace third = put(0, "3");
        RecordPlace other = put(1, "4");

        assertThat(fetched(other, third, first, third))
                .extracting(one -> String.valueOf(one.value()))
                .containsExactly("4", "3", "1", "3");
        assertThat(records.fetch(List.of())).isEmpty();
    }

    @Test
    void recordsThatLieFarApartAreReadWithoutThoseInBetween() {
        List<RecordPlace> places = new ArrayList<>();
        for (int n = 0; n < 2_000; n++) {
            places.add(put(0, Integer.toString(n)));
        }
        int before = log.follows();

        assertThat(fetched(places.get(0), places.get(1_999), places.get(500), places.get(2)))
                .extracting(one -> String.valueOf(one.value()))
                .containsExactly("0", "1999", "500", "2");
        assertThat(log.follows() - before)
                .as("0 to 500 in one scan, 1999 in another")
                .isEqualTo(2);
    }

    @Test
    void whatTheTopicKeepsNoMoreOrNeverHadIsGone() {
        RecordPlace old = put(0, "1");
        RecordPlace kept = put(0, "2");
        log.deleteBefore(TOPIC, 0, 1);

        List<RecordAnswer> answers = fetched(
                old,
                kept,
                new RecordPlace(TOPIC, 0, 99, NOW),
                new RecordPlace(TOPIC, 7, 0, NOW),
                new RecordPlace("carillon.deleted", 0, 0, NOW));

        assertThat(answers).extracting(RecordAnswer::gone).containsExactly(true, false, true, true, true);
        assertThat(answers.get(0).offset()).isZero();
        assertThat(answers.get(0).bytes()).isNull();
        assertThat(answers.get(4).topic()).isEqualTo("carillon.deleted");
    }

    /** The topic was deleted and created again since the place was stored. */
    @Test
    void anotherRecordAtTheSameOffsetIsNotTakenForTheOldOne() {
        RecordPlace old = put(0, "old");
        log.create(TOPIC, 2);
        clock.advance(Duration.ofMillis(1));
        put(0, "new");

        assertThat(fetched(old).get(0).gone()).isTrue();
    }

    @Test
    void aValueIsJsonOrTextOrAbsent() {
        List<RecordAnswer> answers = fetched(put(0, "{\"a\":[1,2.50]}"), put(0, "{\"a\":"), put(0, ""), put(0, "true"));
        assertThat(String.valueOf(answers.get(0).value())).isEqualTo("{\"a\":[1,2.50]}");
        assertThat(answers.get(0).text()).isNull();
        assertThat(answers.get(1).text()).isEqualTo("{\"a\":");
        assertThat(answers.get(1).value()).isNull();
        assertThat(answers.get(2).text()).isEmpty();
        assertThat(answers.get(2).bytes()).isZero();
        assertThat(String.valueOf(answers.get(3).value())).isEqualTo("true");
        assertThat(answers.get(0).headers()).containsEntry("h", "1");

        long offset = log.put(new OutgoingRecord(TOPIC, 0, null, null, HeaderList.none()));
        RecordAnswer tombstone = fetched(new RecordPlace(TOPIC, 0, offset, NOW)).get(0);
        assertThat(tombstone.gone()).isFalse();
        assertThat(tombstone.bytes()).isZero();
        assertThat(tombstone.value()).isNull();
        assertThat(tombstone.text()).isNull();
    }

    @Test
    void ofALongTextItsBeginningIsShown() {
        RecordAnswer exact = fetched(put(0, "x".repeat(65_536))).get(0);
        RecordAnswer longer = fetched(put(0, "x".repeat(65_535) + "é")).get(0);

        assertThat(exact.text()).hasSize(65_536);
        assertThat(longer.bytes()).isEqualTo(65_537);
        assertThat(longer.text())
                .as("half a character at the end")
                .hasSize(65_536)
                .endsWith("x\ufffd");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ff", "c328", "eda080", "00ff61", "f8888080"})
    void bytesThatAreNoUtf8AreReplaced(String hex) {
        byte[] bytes = java.util.HexFormat.of().parseHex(hex);

        RecordAnswer answer = fetched(put(0, bytes)).get(0);

        assertThat(answer.bytes()).isEqualTo(bytes.length);
        assertThat(Objects.requireNonNull(answer.text())).contains("\ufffd");
    }
}
