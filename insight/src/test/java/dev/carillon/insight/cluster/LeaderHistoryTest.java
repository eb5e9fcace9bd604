package dev.carillon.insight.cluster;

import static dev.carillon.insight.RecordedCluster.LEADER;
import static dev.carillon.insight.RecordedCluster.NAMES;
import static dev.carillon.insight.RecordedCluster.home;
import static dev.carillon.insight.RecordedCluster.json;
import static dev.carillon.insight.RecordedCluster.moment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.insight.RecordedCluster;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.trigger.DecidedUpTo;
import dev.carillon.schemas.trigger.Watermark;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who leads, and how far the trigger is, whatever the order of the events and however many there are. */
final class LeaderHistoryTest {
    private static final String OTHER = "trigger/host-2";

    private final RecordedCluster cluster = new RecordedCluster();

    private TriggerSeen seen() {
        return TriggerSeen.look(cluster.scan(), NAMES, cluster.now());
    }

    private LeaderTerm leader() {
        return Objects.requireNonNull(seen().history().leader());
    }

    private RecordedCluster event(EventType type, @Nullable String source) {
        return cluster.event(
                new Event(type, Watermark.ONLY_SHARD, cluster.now(), source, "from a test", null, Map.of()));
    }

    @Test
    void withoutEventsThereIsNoLeader() {
        assertThat(seen().history().leader()).isNull();
        assertThat(seen().history().lastWithTicks()).isNull();
        assertThat(seen().silence(cluster.now())).isNull();
        assertThat(seen().behind(cluster.now())).isNull();
        assertThat(seen().isMoving(cluster.now())).isFalse();
        cluster.log.deleteTopic(NAMES.events());
        cluster.log.deleteTopic(NAMES.triggerState());
        assertThat(seen().history().leader()).isNull();
        assertThat(seen().markers()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = EventType.class,
            names = {"LEADER_LOST", "LEADER_FENCED"})
    void aLeaderLeadsUntilItsTermEnds(EventType end) {
        cluster.at("06:00:00").elected().at("06:05:00");
        assertThat(leader().source()).isEqualTo(LEADER);
        assertThat(leader().ended()).isNull();

        event(end, LEADER);
        assertThat(leader().since()).isEqualTo(moment("06:00:00"));
        assertThat(leader().ended()).isEqualTo(moment("06:05:00"));
        assertThat(leader().evidence().what())
                .isEqualTo(end == EventType.LEADER_LOST ? "leader lost" : "leader fenced");
    }

    /** A leader that was cut off notices late that its term is over; the next one leads already. */
    @Test
    void theEndOfAnEarlierTermDoesNotEndTheNext() {
        cluster.at("06:00:00").elected().at("06:01:00");
        event(EventType.LEADER_ELECTED, OTHER).at("06:02:00");
        event(EventType.LEADER_LOST, LEADER);

        assertThat(leader().source()).isEqualTo(OTHER);
        assertThat(leader().ended()).isNull();
        assertThat(seen().history().terms()).isEqualTo(2);
    }

    @Test
    void aSliceShowsWhoLeadsEvenIfItsElectionIsNotKept() {
        event(EventType.LEADER_ELECTED, OTHER);
        event(EventType.LEADER_LOST, OTHER);
        cluster.at("06:01:00").slice("06:00:00", "06:01:00", 3);

        assertThat(leader().source()).isEqualTo(LEADER);
        assertThat(leader().since()).isNull();
        assertThat(leader().evidence().what()).isEqualTo("slice");
    }

    @Test
    void aSliceAfterTheEndOfATermBeginsAnother() {
        cluster.at("06:00:00").elected();
        event(EventType.LEADER_LOST, LEADER);
        cluster.at("06:01:00").slice("06:00:00", "06:01:00", 0);

        assertThat(leader().ended()).isNull();
        assertThat(leader().evidence().what()).isEqualTo("slice");
    }

    @Test
    void anEndAloneNamesWhoLedLast() {
        event(EventType.LEADER_FENCED, null);

        assertThat(leader().source()).isEqualTo("an unnamed trigger");
        assertThat(leader().since()).isNull();
        assertThat(leader().ended()).isEqualTo(cluster.now());
    }

    @Test
    void damagedEventsAndThoseOfOtherSubjectsChangeNothing() {
        cluster.at("06:00:00").elected();
        cluster.put(NAMES.events(), home("0"), "0", json("{"), Map.of());
        cluster.put(
                NAMES.events(),
                home("0"),
                "1",
                json("{'type':'LEADER_LOST','subject':'1','at':'2026-11-18T06:00:00Z'}"),
                Map.of());
        event(EventType.SLICE, LEADER);
        event(EventType.WORKER_LEFT, OTHER);

        assertThat(leader().source()).isEqualTo(LEADER);
        assertThat(leader().since()).isEqualTo(moment("06:00:00"));
        assertThat(seen().history().recentTicks()).isZero();
    }

    @Test
    void ticksOfTheLastFiveMinutesAreCounted() {
        cluster.at("06:00:00").elected().slice("05:59:00", "06:00:00", 7);
        cluster.at("06:01:00").slice("06:00:00", "06:01:00", 5).at("06:04:00").slice("06:01:00", "06:04:00", 0);

        cluster.at("06:05:00");
        assertThat(seen().history().recentTicks()).isEqualTo(12);
        cluster.at("06:05:00.001");
        assertThat(seen().history().recentTicks()).isEqualTo(5);
        assertThat(Objects.requireNonNull(seen().history().lastWithTicks())
                        .value()
                        .after())
                .isEqualTo(DecidedUpTo.allOf(moment("06:01:00")));
    }

    /** Only the last events are read first; the beginning of a long term lies farther back. */
    @Test
    void theBeginningOfALongTermIsFound() {
        cluster.at("06:00:00").elected();
        for (int i = 0; i < 20_000; i++) {
            cluster.slice("06:00:00", "06:00:00", 1);
        }

        assertThat(leader().since()).isEqualTo(moment("06:00:00"));
        assertThat(seen().history().recentTicks()).isEqualTo(20_000);
    }

    @Test
    void theTriggerIsBehindByTheClockAndSilentByItsLastWatermark() {
        cluster.at("06:00:00").watermark("05:58:00").at("06:00:03");
        assertThat(seen().behind(cluster.now())).isEqualTo(Duration.ofSeconds(123));
        assertThat(seen().silence(cluster.now())).isEqualTo(Duration.ofSeconds(3));
        assertThat(seen().isMoving(cluster.now())).isTrue();

        cluster.at("05:50:00");
        assertThat(seen().behind(cluster.now())).isZero();
        assertThat(seen().silence(cluster.now())).isZero();
    }

    @Test
    void theNewestStateOfEachScheduleCountsUntilItIsDeleted() {
        String floor = ",'position':1,'floor':{'due':'2026-11-18T06:00:00Z'}";
        cluster.marker("a", "'version':0" + floor)
                .marker("b", "'version':0" + floor)
                .marker("a", "'version':5" + floor);
        cluster.put(NAMES.triggerState(), 0, "b", null, Map.of());
        cluster.put(NAMES.triggerState(), 0, Watermark.recordKey("0"), json("{"), Map.of());

        assertThat(seen().markers()).containsOnlyKeys("a");
        assertThat(Objects.requireNonNull(seen().markers().get("a")).value().version())
                .isEqualTo(5);
        assertThat(seen().watermark()).isNull();
    }
}
