package dev.carillon.cli.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeWordsTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");

    private static Instant near(String text, Instant now) {
        return TimeWords.near("--at", text, BERLIN, now);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-11-18T06:00:00Z, 2026-11-18T06:00:00Z",
        "2026-11-18T07:00:00+01:00, 2026-11-18T06:00:00Z",
        "2026-11-18T06:00Z, 2026-11-18T06:00:00Z",
        "2026-11-18T06:00:00.123456789Z, 2026-11-18T06:00:00.123456789Z",
        "2026-11-17T20:00:00-10:00, 2026-11-18T06:00:00Z",
        "2024-02-29T23:59:59+14:00, 2024-02-29T09:59:59Z",
        "0000-01-01T00:00:00Z, 0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59Z, 9999-12-31T23:59:59Z"
    })
    void anInstantMayHaveAnyOffset(String text, Instant expected) {
        assertThat(TimeWords.instant("--at", text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "now",
                "2026-11-18",
                "2026-11-18T06:00:00",
                "2026-11-18 06:00:00Z",
                "2026-02-29T00:00:00Z",
                "2026-11-18T24:00:01Z",
                "2026-11-18T06:00:00+25:00",
                "2026-11-18T06:00:00Europe/Berlin",
                "1763445600",
                "+10000-01-01T00:00:00Z",
                "-0001-12-31T23:59:59Z",
                "+999999999-12-31T23:59:59-18:00",
                "\u0662\u0660\u0662\u0666-11-18T06:00:00Z"
            })
    void whatIsNoInstantOfARecordIsRefusedWithItsOption(String text) {
        assertThatThrownBy(() -> TimeWords.instant("--at", text))
                .isInstanceOfSatisfying(ContractException.class, refused -> {
                    assertThat(refused.code()).isEqualTo(ErrorCode.OUT_OF_RANGE);
                    assertThat(refused.field()).isEqualTo("--at");
                });
    }

    @Test
    void aTimeOfDayMeansTheLastOneUpToNow() {
        assertThat(near("07:00", NOW)).isEqualTo(NOW);
        assertThat(near("06:59:59.999", NOW)).isEqualTo("2026-11-18T05:59:59.999Z");
        assertThat(near("07:00:01", NOW)).isEqualTo("2026-11-17T06:00:01Z");
    }

    @Test
    void aTimeOfDayIsOfTheDayInItsZone() {
        Instant lateInUtc = Instant.parse("2026-11-18T23:30:00Z");
        assertThat(near("00:15", lateInUtc)).isEqualTo("2026-11-18T23:15:00Z");
        assertThat(TimeWords.near("--at", "12:00", ZoneId.of("Pacific/Kiritimati"), lateInUtc))
                .isEqualTo("2026-11-18T22:00:00Z");
    }

    @Test
    void aTimeThatTheClocksSkipIsReadAsTheOneAnHourLater() {
        assertThat(near("2026-03-29T02:30", NOW)).isEqualTo("2026-03-29T01:30:00Z");
        Instant justAfter = Instant.parse("2026-03-29T01:10:00Z");
        assertThat(near("02:30", justAfter)).isEqualTo("2026-03-28T01:30:00Z");
    }

    @Test
    void aTimeThatComesTwiceIsTheFirstOfTheTwo() {
        assertThat(near("2026-10-25T02:30", NOW)).isEqualTo("2026-10-25T00:30:00Z");
        assertThat(near("02:30", Instant.parse("2026-10-25T01:45:00Z"))).isEqualTo("2026-10-25T00:30:00Z");
    }

    @Test
    void aSkippedLocalTimeKeepsItsSpellingForThoseWhoAskAboutIt() {
        assertThat(TimeWords.local("2026-03-29T02:30", BERLIN, NOW)).contains(LocalDateTime.of(2026, 3, 29, 2, 30));
        assertThat(TimeWords.local("2026-11-18T06:00:00Z", BERLIN, NOW)).isEmpty();
        assertThat(TimeWords.local("25:00", BERLIN, NOW)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"+10000-01-01T00:00", "+999999999-12-31T23:59", "-999999999-01-01T00:00"})
    void aLocalTimeOfAYearThatNoRecordCanHoldIsRefused(String text) {
        assertThatThrownBy(() -> near(text, NOW)).isInstanceOf(ContractException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0s, 2026-11-18T06:00:00Z",
        "250ms, 2026-11-18T06:00:00.250Z",
        "1h30m, 2026-11-18T07:30:00Z",
        "PT0.0015S, 2026-11-18T06:00:00.001Z",
        "3660d, 2036-11-25T06:00:00Z"
    })
    void aDistanceFromNowIsToTheMillisecond(String text, Instant expected) {
        assertThat(TimeWords.in("--in", text, new ManualClock(NOW))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "5", "-5m", "PT-1S", "3660d1ms", "999999999999d", "P300Y", "1.5h", "5 m", "10M", "soon"})
    void aDistanceIntoThePastOrBeyondTenYearsIsRefused(String text) {
        assertThatThrownBy(() -> TimeWords.in("--in", text, new ManualClock(NOW)))
                .isInstanceOfSatisfying(ContractException.class, refused -> assertThat(refused.code())
                        .isEqualTo(ErrorCode.OUT_OF_RANGE))
                .hasMessageStartingWith("--in: ");
    }
}
