package dev.carillon.console.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.schedule.TriggerMemory;
import dev.carillon.console.topics.KafkaSession;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class TriggerNotesTest {
    private static final TopicNames NAMES = new TopicNames("carillon");

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-18T06:00:00Z"));
    private final MemoryRecordLog log = new MemoryRecordLog(clock);
    private volatile String gone = "";
    private final KafkaSession session = new KafkaSession("noting", () -> log, () -> gone, Duration.ofSeconds(20));
    private final TriggerNotes notes = new TriggerNotes(session, NAMES, clock);

    @BeforeEach
    void topics() {
        new TopicCatalogue(NAMES, 3)
                .all(List.of("default"))
                .forEach(topic -> log.create(topic.name(), topic.partitions()));
    }

    @AfterEach
    void close() {
        session.close();
    }

    private void put(String topic, String key, @Nullable String json) {
        byte[] value = json == null ? null : json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
        log.put(new OutgoingRecord(topic, 0, key.getBytes(StandardCharsets.UTF_8), value, HeaderList.none()));
    }

    private void marked(String taskId, String more) {
        put(
                NAMES.triggerState(),
                taskId,
                "{'taskId':'" + taskId + "','position':5,'floor':{'due':'1970-01-01T00:00:00Z'}" + more + "}");
    }

    private TriggerMemory later() {
        clock.advance(TriggerNotes.FRESH);
        return notes.memory();
    }

    @Test
    void recordsWrittenLaterAreReadToo() {
        marked("report", ",'runs':3");
        put(NAMES.calendars(), "work", "{'name':'work','weekdays':['mon-fri']}");
        TriggerMemory memory = notes.memory();
        assertThat(memory.marker("report", 4)).isNotNull();
        assertThat(memory.calendar("work")).isNotNull();

        put(NAMES.triggerState(), "report", null);
        marked("other", ",'pausedSince':'2026-11-18T05:00:00Z','pausedReason':'2 failed'");
        put(NAMES.calendars(), "work", "rubbish");

        assertThat(later().marker("report", 4)).isNull();
        assertThat(memory.selfPaused(10)).containsExactly("other");
        assertThat(memory.calendar("work")).isNull();
        assertThat(memory.knowsCalendars()).isTrue();
    }

    @Test
    void markerOfAnOlderDefinitionIsIgnored() {
        marked("report", ",'runs':3");

        assertThat(notes.memory().marker("report", 5)).isNull();
    }

    @Test
    void whileKafkaIsAwayTheLastStateIsUsed() {
        marked("report", ",'runs':3");
        assertThat(notes.memory().marker("report", 4)).isNotNull();
        gone = "no broker answers";
        put(NAMES.triggerState(), "report", null);

        assertThat(later().marker("report", 4)).isNotNull();

        gone = "";
        assertThat(later().marker("report", 4)).isNull();
    }

    @Test
    void requestsWithinHalfASecondShareOneReadUnlessTheClockIsSetBack() {
        assertThat(notes.memory().marker("report", 4)).isNull();
        marked("report", ",'runs':3");
        clock.advance(TriggerNotes.FRESH.minusMillis(1));
        assertThat(notes.memory().marker("report", 4)).isNull();
        clock.advance(Duration.ofMillis(1));
        assertThat(notes.memory().marker("report", 4)).isNotNull();

        put(NAMES.triggerState(), "report", null);
        clock.set(clock.instant().minus(Duration.ofHours(1)));
        assertThat(notes.memory().marker("report", 4)).isNull();
    }

    @Test
    void withoutKafkaFromTheBeginningNothingIsKnownAndLaterEverything() {
        gone = "no broker answers";
        marked("report", "");
        put(NAMES.calendars(), "work", "{'name':'work','weekdays':['mon-fri']}");
        assertThat(notes.memory().marker("report", 4)).isNull();
        assertThat(notes.memory().knowsCalendars()).isFalse();
        gone = "";
        assertThat(later().marker("report", 4)).isNotNull();
        assertThat(notes.memory().knowsCalendars()).isTrue();
    }

    @Test
    void aTopicThatWasCreatedAgainIsReadFromItsBeginning() {
        marked("report", ",'runs':3");
        marked("other", "");
        assertThat(notes.memory().marker("report", 4)).isNotNull();
        log.create(NAMES.triggerState(), 1);
        marked("third", "");
        assertThat(later().marker("third", 4)).isNotNull();
    }

    @Test
    void aTopicThatDoesNotExistYetIsReadWhenItDoes() {
        log.deleteTopic(NAMES.triggerState());
        assertThat(notes.memory().marker("report", 4)).isNull();
        log.create(NAMES.triggerState(), 1);
        marked("report", "");
        assertThat(later().marker("report", 4)).isNotNull();
    }

    @Test
    void aMarkerThatCannotBeReadHidesNoOther() {
        marked("report", "");
        put(NAMES.triggerState(), "report", "{");
        put(NAMES.triggerState(), "", "{}");
        put(NAMES.triggerState(), "größe ☃", "{}");
        marked("other", "");
        assertThat(notes.memory().marker("report", 4)).isNull();
        assertThat(notes.memory().marker("other", 4)).isNotNull();
    }
}
