package dev.carillon.client.schedule;

import static dev.carillon.client.MemoryCluster.NAMES;
import static dev.carillon.client.MemoryCluster.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.settings.RoutingSwitch;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.topic.TopicCatalogue;
import dev.carillon.schemas.trigger.AuditEntry;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AuditTrailTest {
    private final ManualClock clock = new ManualClock(NOW);
    private final MemoryRecordLog log = new MemoryRecordLog(clock);
    private final Schedules schedules = new Schedules(log, NAMES, clock);
    private final Calendars calendars = new Calendars(log, NAMES);
    private final AuditTrail trail = new AuditTrail(log, NAMES, clock, "ann");

    @BeforeEach
    void makeTopics() {
        new TopicCatalogue(NAMES, 3)
                .all(List.of("default"))
                .forEach(topic -> log.create(topic.name(), topic.partitions()));
    }

    private static Schedule bell(String payload) {
        return Schedule.of("bell", FiringRule.every(Duration.ofHours(1)), Work.of("ring", RawJson.parse(payload)));
    }

    private void put(Schedule schedule) {
        schedules.put(schedule, schedules.all().get(schedule.taskId()), trail);
    }

    private AuditEntry last() {
        List<ReceivedRecord> all = log.all(NAMES.audit());
        return all.get(all.size() - 1).read(Kind.AUDIT_ENTRY::ifReadable).orElseThrow();
    }

    @Test
    void eachChangeOfAScheduleIsAuditedWithItsAuthor() {
        put(bell("1"));
        assertThat(last().subject()).isEqualTo("bell");
        assertThat(last().action()).isEqualTo("apply-schedule");
        assertThat(last().by()).isEqualTo("ann");
        assertThat(last().at()).isEqualTo(NOW);
        assertThat(last().before()).isNull();
        assertThat(definition(last().after())).isEqualTo(schedules.getReadable("bell"));

        Schedule first = schedules.getReadable("bell");
        put(bell("2").withEnabled(false, "the tower is closed", NOW));
        assertThat(last().action()).isEqualTo("pause-schedule");
        assertThat(last().reason()).isEqualTo("the tower is closed");
        assertThat(definition(last().before())).isEqualTo(first);
        assertThat(definition(last().after())).isEqualTo(schedules.getReadable("bell"));

        // The reason of the pause is not the reason of this change.
        put(bell("3").withEnabled(false, "the tower is closed", NOW));
        assertThat(last().action()).isEqualTo("apply-schedule");
        assertThat(last().reason()).isNull();

        put(bell("2"));
        assertThat(last().action()).isEqualTo("resume-schedule");
        schedules.delete(schedules.get("bell"), trail);
        assertThat(last().action()).isEqualTo("delete-schedule");
        assertThat(last().before()).isNotNull();
        assertThat(last().after()).isNull();
        assertThat(log.all(NAMES.audit())).hasSize(5);
    }

    private static Schedule definition(@Nullable RawJson raw) {
        return Kind.SCHEDULE.decode(Objects.requireNonNull(raw).text().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void eachChangeOfACalendarDoesToo() {
        Calendar days = calendar("{\"name\":\"days\",\"weekdays\":[\"mon-fri\"]}");
        calendars.put(days, null, trail);
        assertThat(last().action()).isEqualTo("apply-calendar");
        assertThat(last().before()).isNull();
        calendars.put(calendar("{\"name\":\"days\",\"weekdays\":[\"sat\"]}"), days, trail);
        assertThat(Objects.requireNonNull(last().before()).text()).contains("mon-fri");
        assertThat(Objects.requireNonNull(last().after()).text()).contains("sat");
        calendars.delete(days, trail);
        assertThat(last().action()).isEqualTo("delete-calendar");
        assertThat(last().subject()).isEqualTo("days");
        assertThat(log.all(NAMES.audit())).hasSize(3);
    }

    private static Calendar calendar(String json) {
        return Kind.CALENDAR.decode(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void theEntryIsThereBeforeTheChange() {
        List<String> written = new ArrayList<>();
        log.whenAppended(record -> written.add(record.topic()));
        put(bell("1"));
        assertThat(written).containsExactly(NAMES.audit(), NAMES.schedules());
    }

    @Test
    void whatCannotBeNotedIsNotDone() {
        log.deleteTopic(NAMES.audit());
        assertThatThrownBy(() -> put(bell("1"))).isInstanceOf(ClientException.class);
        assertThat(log.all(NAMES.schedules())).isEmpty();
    }

    @Test
    void twoDefinitionsThatDoNotFitIntoOneEntryLeaveOutTheOlder() {
        String huge = '"' + "x".repeat(250_000) + '"';
        String label = "x".repeat(1_000);
        put(bell(huge));
        put(bell(huge.replace('x', 'y')));
        assertThat(last().before()).isNotNull();

        RawJson large = RawJson.parse('"' + "x".repeat(500_000) + '"');
        trail.note("apply-schedule", "bell", label, large, large);
        assertThat(last().before()).isNull();
        assertThat(last().after()).isEqualTo(large);
    }

    @Test
    void aScheduleThatIsNamedLikeTheDefaultRoutingIsNotTakenForIt() {
        Schedule namesake =
                Schedule.of("default-routing", FiringRule.every(Duration.ofHours(1)), Work.of("ring", RawJson.NULL));
        put(namesake);
        assertThat(new RoutingSwitch(log, NAMES, clock).look().by()).isNull();
    }
}
