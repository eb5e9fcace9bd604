package dev.carillon.insight.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.timing.forecast.FiringProspect;
import dev.carillon.timing.forecast.PlannedFire;
import dev.carillon.timing.forecast.ScheduleForecast;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Forecasts of stored schedules, with the calendars and markers of the same cluster. */
final class KnownSchedulesTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final TopicNames NAMES = new TopicNames("carillon");

    private final ManualClock clock = new ManualClock(NOW);
    private final MemoryRecordLog log = new MemoryRecordLog(clock);

    @BeforeEach
    void createTopics() {
        new TopicCatalogue(NAMES, 1)
                .all(List.of("default"))
                .forEach(topic -> log.create(topic.name(), topic.partitions()));
    }

    private void put(String topic, String key, String json) {
        log.put(new OutgoingRecord(
                topic,
                0,
                key.getBytes(StandardCharsets.UTF_8),
                json.replace('\'', '"').getBytes(StandardCharsets.UTF_8),
                HeaderList.none()));
    }

    private void schedule(String taskId, String fields) {
        put(NAMES.schedules(), taskId, "{'v':1,'taskId':'" + taskId + "','type':'http'," + fields + "}");
    }

    private KnownSchedules known() {
        return KnownSchedules.look(new Schedules(log, NAMES, clock), log, NAMES);
    }

    private ScheduleForecast forecast(String taskId) {
        KnownSchedules known = known();
        StoredSchedule stored = Objects.requireNonNull(known.all().get(taskId), taskId);
        return known.forecast(stored, NOW);
    }

    @Test
    void theNextFireLeavesOutWhatTheCalendarDoes() {
        put(NAMES.calendars(), "work", "{'v':1,'name':'work','exclude':['2026-11-19']}");
        schedule("report", "'cron':'0 5 * * *','calendar':'work'");

        assertThat(Objects.requireNonNull(forecast("report").next()))
                .extracting(PlannedFire::at)
                .isEqualTo(Instant.parse("2026-11-20T05:00:00Z"));
    }

    @Test
    void aCalendarThatIsGoneIsSaid() {
        schedule("report", "'cron':'0 5 * * *','calendar':'gone'");

        assertThat(forecast("report").prospect().kind()).isEqualTo(FiringProspect.Kind.CALENDAR_MISSING);
        assertThat(forecast("report").next()).isNull();
        assertThatThrownBy(() -> known().plan(Kind.SCHEDULE.decode(
                        "{\"taskId\":\"new\",\"type\":\"http\",\"every\":\"1h\",\"calendar\":\"gone\"}"
                                .getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(ContractException.class)
                .hasMessageContaining("gone\" does not exist");
    }

    @Test
    void whatCanNotBeReadIsBrokenAndHidesNoOther() {
        put(NAMES.schedules(), "broken", "{'v':1,'taskId':'broken','type':'http','cron':'61 * * * *'}");
        put(NAMES.schedules(), "nonsense", "{");
        schedule("good", "'every':'1h'");

        assertThat(forecast("broken").prospect().kind()).isEqualTo(FiringProspect.Kind.BROKEN);
        assertThat(forecast("nonsense").prospect().kind()).isEqualTo(FiringProspect.Kind.BROKEN);
        assertThat(forecast("good").next()).isNotNull();
    }

    @Test
    void theAnswerHasItsFieldsInOrderAndNoneThatIsUnknown() {
        schedule("report", "'every':'1h','owner':'ops'");
        KnownSchedules known = known();
        StoredSchedule stored = Objects.requireNonNull(known.all().get("report"));

        String json = Json.answer(ScheduleAnswer.summary(stored, known.forecast(stored, NOW)));

        assertThat(json)
                .startsWith("{\"taskId\":\"report\",\"standing\":\"ACTIVE\",\"prospect\":{\"code\":\"ACTIVE\"")
                .contains("\"owner\":\"ops\",\"words\":\"Every hour\",\"type\":\"http\"")
                .contains("\"nextFire\":{\"at\":\"2026-11-18T07:00:00Z\",\"local\":\"2026-11-18T07:00:00Z\"}")
                .doesNotContain("null", "problem", "zone");
    }
}
