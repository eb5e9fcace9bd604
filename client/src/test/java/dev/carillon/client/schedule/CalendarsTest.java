package dev.carillon.client.schedule;

import static dev.carillon.client.MemoryCluster.NAMES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Calendar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class CalendarsTest {
    private final ScheduleTopics topics = new ScheduleTopics();
    private final Calendars calendars = new Calendars(topics.log, NAMES);

    private static Calendar closed(String name, String... dates) {
        return new Calendar(name, null, List.of(), List.of(dates), List.of(), Map.of());
    }

    private void put(Calendar calendar) {
        calendars.put(calendar, calendars.all().get(calendar.name()), topics.trail);
    }

    private static ClientProblem problem(Throwable refusal) {
        return ((ClientException) refusal).problem();
    }

    @Test
    void theNewestRecordOfEachNameCountsInTheOrderOfTheNames() {
        put(closed("work", "2026-12-25"));
        topics.clock.advance(Duration.ofMinutes(1));
        put(closed("feiertage in köln", "2026-11-11"));
        put(closed("work", "2026-12-25", "2026-12-26"));
        assertThat(calendars.all().keySet()).containsExactly("feiertage in köln", "work");
        Calendars.Stored work = calendars.getStored("work");
        assertThat(work.calendar().exclude()).containsExactly("2026-12-25", "2026-12-26");
        assertThat(work.version()).isEqualTo(2);
        assertThat(work.appended()).isEqualTo(topics.clock.instant());
    }

    @Test
    void withoutCalendarsNoneIsFoundOrSuggested() {
        assertThat(calendars.all()).isEmpty();
        assertThatThrownBy(() -> calendars.get("work"))
                .matches(refusal -> problem(refusal) == ClientProblem.NO_SUCH_CALENDAR)
                .hasMessageContaining("carillon calendar list");
    }

    @Test
    void aMisspelledNameIsRefusedWithTheOneThatIsMeant() {
        put(closed("holidays"));
        assertThatThrownBy(() -> calendars.get("hollidays"))
                .matches(refusal -> problem(refusal) == ClientProblem.NO_SUCH_CALENDAR)
                .hasMessageContaining("did you mean holidays?");
        assertThatThrownBy(() -> calendars.get("a\nb")).hasMessageNotContaining("\n");
    }

    @Test
    void aRecordThatCannotBeReadCountsAsADeletion() {
        put(closed("work", "2026-12-25"));
        topics.put(NAMES.calendars(), "work", "{'name':'work','exclude':['Christmas']}");
        assertThat(calendars.all()).isEmpty();
        put(closed("work", "2026-12-26"));
        assertThat(calendars.get("work").exclude()).containsExactly("2026-12-26");
        topics.put(NAMES.calendars(), "work", null);
        assertThat(calendars.all()).isEmpty();
    }

    @Test
    void aCalendarThatWasDeletedAndPutAgainIsFound() {
        put(closed("work", "2026-12-25"));
        calendars.delete(calendars.get("work"), topics.trail);
        assertThatThrownBy(() -> calendars.get("work")).isInstanceOf(ClientException.class);
        put(closed("work", "2026-12-26"));
        topics.log.compact(NAMES.calendars(), 0);
        topics.log.putMarker(NAMES.calendars(), 0);
        assertThat(calendars.get("work").exclude()).containsExactly("2026-12-26");
        assertThat(topics.actions()).containsExactly("apply-calendar", "delete-calendar", "apply-calendar");
    }

    @Test
    void whatTheTriggerCouldNotUseIsRefusedAndLeavesNoEntry() {
        List<Calendar> bad = new ArrayList<>();
        bad.add(closed("work", "2026-02-30"));
        bad.add(closed("work", "2026-12-31..2026-12-24"));
        bad.add(closed(" ", "2026-12-25"));
        bad.add(zoned("Mars/Base"));
        bad.add(new Calendar("work", null, List.of(), List.of(), List.of("caturday"), Map.of()));
        bad.add(closed(
                "work", IntStream.range(0, 1_001).mapToObj(n -> "--12-25").toArray(String[]::new)));
        for (Calendar calendar : bad) {
            assertThatThrownBy(() -> put(calendar)).as(calendar.toString()).isInstanceOf(ContractException.class);
        }
        assertThat(topics.log.all(NAMES.calendars())).isEmpty();
        assertThat(topics.entries()).isEmpty();
    }

    private static Calendar zoned(@Nullable String zone) {
        return new Calendar("work", zone, List.of(), List.of(), List.of(), Map.of());
    }

    @Test
    void withoutTheAuditNothingIsWritten() {
        topics.log.deleteTopic(NAMES.audit());
        assertThatThrownBy(() -> put(closed("work"))).isInstanceOf(ClientException.class);
        assertThatThrownBy(() -> calendars.delete(closed("work"), topics.trail)).isInstanceOf(ClientException.class);
        assertThat(topics.log.all(NAMES.calendars())).isEmpty();
    }
}
