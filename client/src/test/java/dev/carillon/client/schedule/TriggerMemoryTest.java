package dev.carillon.client.schedule;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.kit.time.ManualClock;
import org.junit.jupiter.api.Test;

final class TriggerMemoryTest {
    private static final String PAUSED = ",'pausedSince':'2026-11-18T05:00:00Z','pausedReason':'3 failures'";

    private final ScheduleTopics topics = new ScheduleTopics();
    private final TriggerMemory memory = new TriggerMemory(NAMES);

    private void calendar(String name, String more) {
        topics.put(NAMES.calendars(), name, "{'name':'" + name + "'" + more + "}");
    }

    private void readOn() {
        memory.readOn(topics.log);
    }

    @Test
    void aMarkerCountsForTheDefinitionsThatItCovers() {
        topics.marked("bell", 5, "");
        readOn();
        assertThat(memory.marker("bell", 4)).isNotNull();
        assertThat(memory.marker("bell", 5)).as("a newer definition").isNull();
        assertThat(memory.marker("horn", 0)).isNull();
    }

    @Test
    void aDeletedOrUnreadableMarkerIsNone() {
        for (String taskId : new String[] {"a", "b", "c"}) {
            topics.marked(taskId, 5, PAUSED);
        }
        readOn();
        assertThat(memory.selfPaused(10)).containsExactly("a", "b", "c");
        topics.marked("a", 6, PAUSED + ",'deleted':'2026-11-18T05:30:00Z'");
        topics.put(NAMES.triggerState(), "b", "rubbish");
        topics.put(NAMES.triggerState(), "c", null);
        topics.put(NAMES.triggerState(), "never", null);
        readOn();
        assertThat(memory.selfPaused(10)).isEmpty();
        assertThat(memory.marker("b", 0)).isNull();
    }

    @Test
    void theWatermarkOfAShardIsNoMarker() {
        topics.put(
                NAMES.triggerState(),
                "shard/0",
                "{'taskId':'shard','position':9,'floor':{'due':'1970-01-01T00:00:00Z'}}");
        readOn();
        assertThat(memory.marker("shard/0", 0)).isNull();
    }

    @Test
    void schedulesThatPausedThemselvesAreListedByNameUpToALimit() {
        for (String taskId : new String[] {"b", "Z", "a", "c"}) {
            topics.marked(taskId, 5, PAUSED);
        }
        topics.marked("running", 5, "");
        readOn();
        assertThat(memory.selfPaused(3)).containsExactly("Z", "a", "b");
        assertThat(memory.selfPaused(0)).isEmpty();
    }

    @Test
    void aCalendarThatCannotBeUsedCountsAsDeletedAsInTheTrigger() {
        calendar("work", ",'weekdays':['mon-fri']");
        calendar("zone", "");
        readOn();
        assertThat(memory.calendar("work")).isNotNull();
        calendar("work", ",'weekdays':['moonday']");
        calendar("zone", ",'zone':'Mars/Base'");
        calendar("other", "");
        readOn();
        assertThat(memory.calendar("work")).isNull();
        assertThat(memory.calendar("zone")).isNull();
        assertThat(memory.calendar("other")).isNotNull();
    }

    @Test
    void whetherACalendarExistsIsKnownOnceCalendarsWereRead() {
        assertThat(memory.knowsCalendars()).isFalse();
        memory.readCalendars(topics.log);
        assertThat(memory.knowsCalendars()).isTrue();
        topics.marked("bell", 5, "");
        memory.readCalendars(topics.log);
        assertThat(memory.marker("bell", 0)).as("only calendars were read").isNull();
    }

    @Test
    void withoutTopicsThereIsNothingYet() {
        MemoryRecordLog empty = new MemoryRecordLog(new ManualClock(NOW));
        memory.readOn(empty);
        assertThat(memory.selfPaused(10)).isEmpty();
        memory.readOn(topics.log);
        topics.marked("bell", 5, "");
        readOn();
        assertThat(memory.marker("bell", 0)).isNotNull();
    }

    @Test
    void onlyNewRecordsAreReadAgain() {
        topics.marked("bell", 5, "");
        readOn();
        int before = topics.log.follows();
        readOn();
        topics.log.putMarker(NAMES.triggerState(), 0);
        readOn();
        assertThat(topics.log.follows()).isEqualTo(before + 1);
        topics.marked("bell", 7, "");
        readOn();
        assertThat(memory.marker("bell", 6)).isNotNull();
    }

    @Test
    void nothingIsKeptOfATopicThatWasCreatedAgain() {
        topics.marked("bell", 5, PAUSED);
        topics.marked("horn", 5, PAUSED);
        calendar("work", "");
        readOn();
        topics.recreate(NAMES.triggerState());
        topics.recreate(NAMES.calendars());
        topics.marked("horn", 1, "");
        readOn();
        assertThat(memory.selfPaused(10)).isEmpty();
        assertThat(memory.marker("bell", 0)).isNull();
        assertThat(memory.marker("horn", 0)).isNotNull();
        assertThat(memory.calendar("work")).isNull();
    }

    @Test
    void nothingIsKeptOfATopicThatWasCreatedAgainAndHasMoreRecordsByNow() {
        topics.marked("bell", 5, PAUSED);
        readOn();
        topics.recreate(NAMES.triggerState());
        topics.marked("horn", 1, PAUSED);
        topics.marked("drum", 2, PAUSED);
        topics.marked("lyre", 3, PAUSED);
        readOn();
        assertThat(memory.selfPaused(10)).containsExactly("drum", "horn", "lyre");
    }

    @Test
    void aFailedReadingKeepsWhatWasReadAndIsRepeated() {
        topics.marked("bell", 5, "");
        readOn();
        topics.log.deleteTopic(NAMES.triggerState());
        assertThatThrownBy(this::readOn).isInstanceOf(ClientException.class);
        assertThat(memory.marker("bell", 0)).isNotNull();
        topics.log.create(NAMES.triggerState(), 1);
        readOn();
        assertThat(memory.marker("bell", 0)).isNull();
    }
}
