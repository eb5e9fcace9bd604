package dev.carillon.insight.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.log.GroupOffset;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.offset.PointCodec;
import dev.carillon.schemas.offset.StoredPoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What of a topic a group has not finished. */
final class BacklogReaderTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final String TOPIC = "carillon.tasks.default.normal";
    private static final String GROUP = "carillon.default";

    private final ManualClock clock = new ManualClock(NOW.minusSeconds(100));
    private final MemoryRecordLog log = new MemoryRecordLog(clock);

    @BeforeEach
    void createTopic() {
        log.create(TOPIC, 2);
    }

    private void put(int partition, Map<String, String> headers) {
        log.put(new OutgoingRecord(
                TOPIC,
                partition,
                "a:1".getBytes(StandardCharsets.UTF_8),
                new byte[] {'{', '}'},
                HeaderList.of(headers)));
        clock.advance(Duration.ofSeconds(1));
    }

    private Backlog ofWorkers() {
        return new BacklogReader(new TopicScan(log, () -> 0, line -> {}), NOW)
                .ofWorkers(GROUP, List.of(TOPIC))
                .get(0);
    }

    @Test
    void aGroupThatNeverCommittedHasAllBeforeIt() {
        put(0, Map.of());
        put(1, Map.of());

        assertThat(ofWorkers()).isEqualTo(new Backlog(TOPIC, 2, 0, true, NOW.minusSeconds(100)));
    }

    @Test
    void whatIsDoneBehindAHoleIsNotCounted() {
        for (int i = 0; i < 5; i++) {
            put(0, Map.of());
        }
        // Records 1 and 4 are left: 0 is below the position, 2 and 3 are done.
        StoredPoint point = new StoredPoint(1, true, 0, 4, List.of(1L));
        log.commit(GROUP, new GroupOffset(TOPIC, 0, 1, PointCodec.encode(point)));

        assertThat(ofWorkers()).isEqualTo(new Backlog(TOPIC, 2, 0, true, NOW.minusSeconds(99)));
    }

    @Test
    void aPlainGroupHasFinishedWhatIsBelowItsOffset() {
        put(0, Map.of());
        put(0, Map.of());
        log.commit("collector", new GroupOffset(TOPIC, 0, 1, ""));

        Backlog found = new BacklogReader(new TopicScan(log, () -> 0, line -> {}), NOW)
                .ofPlainGroup("collector", List.of(TOPIC))
                .get(0);

        assertThat(found).isEqualTo(new Backlog(TOPIC, 1, 0, true, NOW.minusSeconds(99)));
    }

    @Test
    void aTaskThatMayNotStartYetIsCountedApart() {
        put(0, Map.of(Headers.NOT_BEFORE, NOW.plusSeconds(60).toString()));
        put(0, Map.of(Headers.NOT_BEFORE, NOW.minusSeconds(30).toString()));
        put(0, Map.of(Headers.NOT_BEFORE, "soon"));

        assertThat(ofWorkers()).isEqualTo(new Backlog(TOPIC, 2, 1, true, NOW.minusSeconds(98)));
    }

    @Test
    void nothingIsReadIfAllIsDone() {
        put(0, Map.of());
        log.commit(GROUP, new GroupOffset(TOPIC, 0, 1, PointCodec.encode(StoredPoint.untouched(1))));

        assertThat(ofWorkers()).isEqualTo(new Backlog(TOPIC, 0, 0, true, null));
    }

    private Backlog ofPlainGroup() {
        return new BacklogReader(new TopicScan(log, () -> 0, line -> {}), NOW)
                .ofPlainGroup(GROUP, List.of(TOPIC))
                .get(0);
    }

    /** A queue that no worker has served: retention deletes what waits in it, so it no longer waits. */
    @Test
    void whatRetentionDeletedUnreadDoesNotWait() {
        for (int i = 0; i < 4; i++) {
            put(0, Map.of());
        }
        log.deleteBefore(TOPIC, 0, 3);
        assertThat(ofWorkers()).isEqualTo(new Backlog(TOPIC, 1, 0, true, NOW.minusSeconds(97)));

        log.commit(GROUP, new GroupOffset(TOPIC, 0, 1, PointCodec.encode(StoredPoint.untouched(1))));
        assertThat(ofWorkers()).isEqualTo(new Backlog(TOPIC, 1, 0, true, NOW.minusSeconds(97)));
        assertThat(ofPlainGroup()).isEqualTo(new Backlog(TOPIC, 1, 0, true, NOW.minusSeconds(97)));
    }

    @Test
    void manyDeletedRecordsAreNoLongBacklog() {
        for (int i = 0; i < 60_000; i++) {
            log.put(new OutgoingRecord(TOPIC, 0, new byte[] {'a'}, null, HeaderList.none()));
        }
        StoredPoint point = new StoredPoint(1, true, 0, 4, List.of(1L, 3L));
        log.commit(GROUP, new GroupOffset(TOPIC, 0, 1, PointCodec.encode(point)));
        log.commit("plain", new GroupOffset(TOPIC, 0, 1, ""));
        assertThat(ofWorkers()).isEqualTo(new Backlog(TOPIC, 59_998, 0, false, null));

        log.deleteBefore(TOPIC, 0, 59_990);
        assertThat(ofWorkers()).isEqualTo(new Backlog(TOPIC, 10, 0, true, NOW.minusSeconds(100)));
    }

    @Test
    void anOffsetBeyondTheEndOfATopicMadeAnewLeavesNothing() {
        put(0, Map.of());
        log.commit(GROUP, new GroupOffset(TOPIC, 0, 500, ""));
        log.commit(GROUP, new GroupOffset("carillon.other", 1, 500, ""));

        assertThat(ofWorkers()).isEqualTo(new Backlog(TOPIC, 0, 0, true, null));
        assertThat(ofPlainGroup()).isEqualTo(new Backlog(TOPIC, 0, 0, true, null));
    }

    /** Metadata of a newer version, or by hand: what is done behind the offset is not known, so it counts as not done. */
    @Test
    void unreadableMetadataHidesNoTask() {
        put(0, Map.of());
        put(0, Map.of());
        log.commit(GROUP, new GroupOffset(TOPIC, 0, 1, "Zo!!"));

        assertThat(ofWorkers().waiting()).isEqualTo(1);
    }
}
