package dev.carillon.client.log;

import static dev.carillon.client.TestRecords.bytes;
import static dev.carillon.client.TestRecords.outgoing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryCluster;
import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class NewestRecordsTest {
    private static final String TOPIC = "compacted";

    private final MemoryRecordLog log = new MemoryRecordLog(new ManualClock(MemoryCluster.NOW));
    private final AtomicLong nanos = new AtomicLong();
    private final NewestRecords newest = new NewestRecords(log, TOPIC, nanos::get);

    NewestRecordsTest() {
        log.create(TOPIC, 1);
    }

    private void put(String key, @Nullable String value) {
        log.put(outgoing(TOPIC, 0, key, value == null ? null : bytes(value)));
    }

    private String value(String key) {
        ReceivedRecord found = newest.get(key);
        byte[] value = found == null ? null : found.value();
        return value == null ? "none" : new String(value, StandardCharsets.UTF_8);
    }

    @Test
    void eachCallReadsOnFromWhereTheLastOneEnded() {
        newest.readOn();
        assertThat(newest.keys()).isEmpty();
        put("a", "1");
        put("b", "1");
        newest.readOn();
        put("a", "2");
        put("b", null);
        newest.readOn();
        assertThat(value("a")).isEqualTo("2");
        assertThat(newest.keys()).containsExactly("a");
        assertThat(log.follows()).isEqualTo(1);
    }

    @Test
    void afterALongPauseAllIsReadAgain() {
        put("a", "1");
        newest.readOn();
        nanos.addAndGet(Duration.ofMinutes(59).toNanos());
        newest.readOn();
        assertThat(log.follows()).isEqualTo(1);
        nanos.addAndGet(Duration.ofMinutes(61).toNanos());
        newest.readOn();
        assertThat(log.follows()).isEqualTo(2);
        assertThat(value("a")).isEqualTo("1");
    }

    @Test
    void aTopicThatWasCreatedAgainIsReadAgain() {
        put("a", "1");
        put("b", "1");
        newest.readOn();
        log.deleteTopic(TOPIC);
        log.create(TOPIC, 1);
        put("c", "1");
        newest.readOn();
        assertThat(newest.keys()).containsExactly("c");
    }

    @Test
    void aTopicThatWasCreatedAgainWithAsManyRecordsIsReadAgain() {
        put("a", "1");
        newest.readOn();
        log.deleteTopic(TOPIC);
        log.create(TOPIC, 1);
        put("b", "1");
        newest.readOn();
        assertThat(newest.keys()).containsExactly("b");
        log.deleteTopic(TOPIC);
        log.create(TOPIC, 1);
        put("c", "1");
        put("d", "1");
        newest.readOn();
        assertThat(newest.keys()).containsExactly("c", "d");
        newest.readOn();
        assertThat(log.follows()).isEqualTo(3);
    }

    @Test
    void afterAFailureAllIsReadAgain() {
        put("a", "1");
        newest.readOn();
        log.deleteTopic(TOPIC);
        assertThatThrownBy(newest::readOn).isInstanceOf(ClientException.class);
        log.create(TOPIC, 1);
        put("b", "1");
        put("c", "1");
        newest.readOn();
        assertThat(newest.keys()).containsExactly("b", "c");
    }

    @Test
    void aKeyThatWasDeletedAndPutAgainHasItsNewestValue() {
        put("a", "1");
        put("b", "1");
        put("a", null);
        put("a", "2");
        put("b", null);
        put("never", null);
        newest.readOn();
        assertThat(newest.keys()).containsExactly("a");
        assertThat(value("a")).isEqualTo("2");
    }

    @Test
    void keysAreInTheirOrderWhateverCharactersTheyHave() {
        for (String key : List.of("ü", "z", "a", "é", "漢", "A", "")) {
            put(key, "1");
        }
        newest.readOn();
        assertThat(newest.keys()).containsExactly("", "A", "a", "z", "é", "ü", "漢");
    }

    @Test
    void offsetsWithoutARecordAreNeitherWaitedForNorReadAgain() {
        put("a", "1");
        put("a", "2");
        put("b", "1");
        put("a", "3");
        log.compact(TOPIC, 0);
        log.putMarker(TOPIC, 0);
        newest.readOn();
        log.putMarker(TOPIC, 0);
        newest.readOn();
        newest.readOn();
        assertThat(value("a")).isEqualTo("3");
        assertThat(value("b")).isEqualTo("1");
        assertThat(log.follows()).isEqualTo(1);
    }

    @Test
    void aPositionThatRetentionHasPassedGoesOnAtTheFirstRecordThatIsLeft() {
        put("a", "1");
        newest.readOn();
        put("b", "1");
        put("c", "1");
        log.deleteBefore(TOPIC, 0, 2);
        newest.readOn();
        assertThat(newest.keys()).containsExactly("a", "c");
    }

    /** A leader that was elected uncleanly has fewer records than were read. */
    @Test
    void aTopicThatEndsBeforeThePositionIsReadAgain() {
        put("a", "1");
        put("b", "1");
        newest.readOn();
        TopicEnd end = log.identifiedEnd(newest.part());
        newest.readOn(new TopicEnd(end.topicId(), 1));
        assertThat(newest.keys()).containsExactly("a", "b");
        assertThat(log.follows()).isEqualTo(2);
    }

    @Test
    void anEndFromBeforeTheLastReadingHidesNothing() {
        put("a", "1");
        TopicEnd early = log.identifiedEnd(newest.part());
        put("b", "1");
        newest.readOn(early);
        newest.readOn();
        assertThat(newest.keys()).containsExactly("a", "b");
        put("b", null);
        newest.readOn();
        assertThat(newest.keys()).containsExactly("a");
    }

    @Test
    void ofARecordOnlyPositionTimeAndValueAreKept() {
        put("a", "1");
        put("a", "2");
        newest.readOn();
        ReceivedRecord kept = Objects.requireNonNull(newest.get("a"));
        assertThat(kept.offset()).isEqualTo(1);
        assertThat(kept.appended()).isEqualTo(MemoryCluster.NOW);
        assertThat(kept.key()).isNull();
        assertThat(kept.headers().all()).isEmpty();
    }

    @Test
    void aClosedViewHasNothingAndReadsFromTheStartAgain() {
        put("a", "1");
        newest.readOn();
        newest.close();
        assertThat(newest.keys()).isEmpty();
        assertThat(log.openFeeds()).isZero();
        newest.readOn();
        assertThat(newest.keys()).containsExactly("a");
        newest.close();
        newest.close();
        assertThat(log.openFeeds()).isZero();
    }

    @Test
    void aFailedReadingLeavesNoFeedOpen() {
        put("a", "1");
        newest.readOn();
        log.deleteTopic(TOPIC);
        assertThatThrownBy(newest::readOn).isInstanceOf(ClientException.class);
        assertThatThrownBy(newest::readOn).isInstanceOf(ClientException.class);
        newest.close();
        assertThat(log.openFeeds()).isZero();
    }
}
