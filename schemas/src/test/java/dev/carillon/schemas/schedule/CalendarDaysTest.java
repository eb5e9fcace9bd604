package dev.carillon.schemas.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CalendarDaysTest {
    private static final CalendarDays BUSINESS = days(
            null,
            List.of("2026-12-19"),
            List.of("2026-11-19", "2026-12-24..2027-01-01", "--05-01"),
            List.of("mon-fri"));

    @ParameterizedTest
    @CsvSource({
        "2026-11-18, true", // a Wednesday
        "2026-11-19, false", // named
        "2026-11-21, false", // a Saturday
        "2026-12-19, true", // a Saturday that is added back
        "2026-12-23, true",
        "2026-12-24, false", // both ends of a range belong to it
        "2027-01-01, false",
        "2027-01-04, true",
        "2026-05-01, false", // each year
        "2037-05-01, false",
        "2026-05-04, true",
    })
    void weekdaysAndExcludeRestrictAndIncludeAddsBack(LocalDate date, boolean counts) {
        assertThat(BUSINESS.count(date)).isEqualTo(counts);
    }

    @Test
    void aDayBeginsInTheCalendarsZoneOrElseInTheSchedules() {
        Instant lateOnFriday = Instant.parse("2026-11-20T23:30:00Z");
        ZoneId berlin = ZoneId.of("Europe/Berlin");

        assertThat(BUSINESS.count(lateOnFriday, ZoneOffset.UTC)).isTrue();
        assertThat(BUSINESS.count(lateOnFriday, berlin)).isFalse();
        assertThat(days("UTC", List.of(), List.of(), List.of("mon-fri")).count(lateOnFriday, berlin))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "America/St_Johns, 2010-11-06T20:00:00Z", // Clocks go back from 00:01 to 23:01 of the day before.
        "America/St_Johns, 2011-03-12T20:00:00Z", // Forward over midnight.
        "Asia/Beirut, 2026-03-28T12:00:00Z",
        "Asia/Beirut, 2026-10-24T12:00:00Z",
        "Pacific/Apia, 2011-12-29T20:00:00Z", // A day is left out.
        "Europe/Berlin, 2026-10-24T12:00:00Z"
    })
    void aDayIsOverWhenAClockShowsAnother(ZoneId zone, Instant start) {
        CalendarDays every = days(null, List.of(), List.of(), List.of());
        for (int minute = 0; minute < 2_880; minute++) {
            Instant instant = start.plusSeconds(minute * 60L);
            LocalDate date = LocalDate.ofInstant(instant, zone);
            Instant another = instant;
            while (LocalDate.ofInstant(another, zone).equals(date)) {
                another = another.plusSeconds(60);
            }
            assertThat(every.nextDay(instant, zone)).as("after %s", instant).isEqualTo(another);
        }
    }

    @Test
    void weekdaysMayGoRoundOrBeNone() {
        CalendarDays weekend = days(null, List.of(), List.of(), List.of("SAT-sun", "fri"));
        CalendarDays onlyNamed = days(null, List.of("2026-11-18"), List.of(), List.of("none"));

        assertThat(weekend.count(LocalDate.parse("2026-11-20"))).isTrue();
        assertThat(weekend.count(LocalDate.parse("2026-11-19"))).isFalse();
        assertThat(days(null, List.of(), List.of(), List.of("fri-mon")).count(LocalDate.parse("2026-11-22")))
                .isTrue();
        assertThat(onlyNamed.count(LocalDate.parse("2026-11-18"))).isTrue();
        assertThat(onlyNamed.count(LocalDate.parse("2026-11-19"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "exclude, 2026-02-30, BAD_DATE",
        "exclude, 24.12.2026, BAD_DATE",
        "include, --13-01, BAD_DATE",
        "exclude, 2026-12-24..2026-12-01, BAD_DATE",
        "exclude, 2026-12-24.., BAD_DATE",
        "weekdays, funday, UNKNOWN_VALUE",
        "weekdays, mon-, UNKNOWN_VALUE",
    })
    void whatIsNoDateOrWeekdayIsRefusedByItsPlace(String field, String entry, ErrorCode code) {
        byte[] json =
                ("{\"v\":1,\"name\":\"c\",\"" + field + "\":[\"" + entry + "\"]}").getBytes(StandardCharsets.UTF_8);

        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> Kind.CALENDAR.decode(json))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(code))
                .withMessageContaining(field + "[0]");
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, 2026-11-18T23:00:00Z",
        "America/Havana, 2026-11-01T03:30:00Z", // clocks go back over midnight
        "Pacific/Apia, 2011-12-29T12:00:00Z", // a whole day is skipped
        "Africa/Cairo, 2026-04-23T20:00:00Z", // midnight is skipped
    })
    void theNextDayThatCountsIsFoundAsByGoingDayByDay(String zone, Instant from) {
        ZoneId at = ZoneId.of(zone);
        LocalDate last = LocalDate.of(2030, 1, 1);
        List<CalendarDays> calendars = List.of(
                days(null, List.of(), List.of(), List.of("tue-wed")),
                days(null, List.of(), List.of("2026-11-01..2027-02-03"), List.of()),
                days(null, List.of("2026-10-31", "2029-07-07"), List.of(), List.of("none")),
                days(null, List.of("2011-12-30"), List.of(), List.of("none")));
        for (CalendarDays days : calendars) {
            Instant next = days.nextDay(from, at);
            while (!days.count(next, at) && !next.atZone(at).toLocalDate().isAfter(last)) {
                next = days.nextDay(next, at);
            }
            boolean found = !next.atZone(at).toLocalDate().isAfter(last);
            // A date that a zone skips begins at the same instant as the next date, which need not count.
            assertThat(days.nextThatCounts(from, at, last).filter(day -> days.count(day, at)))
                    .isEqualTo(found ? Optional.of(next) : Optional.empty());
        }
    }

    @Test
    void aCalendarOfAnUnknownZoneCanBeReadAndShownButNotUsed() {
        Calendar calendar = Kind.CALENDAR.decode(
                "{\"v\":1,\"name\":\"business\",\"zone\":\"Mars/Base\"}".getBytes(StandardCharsets.UTF_8));

        assertThat(calendar.zone()).isEqualTo("Mars/Base");
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> CalendarDays.of(calendar))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(ErrorCode.BAD_ZONE));
    }

    private static CalendarDays days(
            @Nullable String zone, List<String> include, List<String> exclude, List<String> weekdays) {
        return CalendarDays.of(new Calendar("business", zone, include, exclude, weekdays, Map.of()));
    }
}
