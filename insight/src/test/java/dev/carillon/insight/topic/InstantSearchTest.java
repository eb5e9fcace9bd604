package dev.carillon.insight.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.timing.cron.Timing;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InstantSearchTest {
    private static Timing cron(String expression) {
        return Timing.of(Schedule.of("a", FiringRule.cron(expression, null), Work.of("http", RawJson.NULL)));
    }

    /** From every second to every leap day: each needs another window. */
    @ParameterizedTest
    @CsvSource({
        "* * * * * *, 2026-11-18T06:00:00Z, 2026-11-18T05:59:59Z",
        "*/5 * * * *, 2026-11-18T06:00:00Z, 2026-11-18T05:55:00Z",
        "0 6 * * *, 2026-11-18T06:00:00Z, 2026-11-17T06:00:00Z",
        "0 6 1 * *, 2026-11-18T06:00:00Z, 2026-11-01T06:00:00Z",
        "0 6 1 1 *, 2026-11-18T06:00:00Z, 2026-01-01T06:00:00Z",
        "0 6 29 2 *, 2026-11-18T06:00:00Z, 2024-02-29T06:00:00Z"
    })
    void theLastInstantBeforeAnotherIsFound(String expression, Instant instant, Instant before) {
        assertThat(InstantSearch.before(cron(expression), instant)).contains(before);
    }

    @Test
    void onlyPlannedInstantsAreSaidToBe() {
        Timing timing = cron("0 6 * * *");

        assertThat(InstantSearch.isPlanned(timing, Instant.parse("2026-11-18T06:00:00Z")))
                .isTrue();
        assertThat(InstantSearch.isPlanned(timing, Instant.parse("2026-11-18T06:00:01Z")))
                .isFalse();
        assertThat(InstantSearch.isPlanned(timing, Instant.parse("2026-11-18T06:00:00.5Z")))
                .isFalse();
        assertThat(InstantSearch.mayBe(timing, Instant.parse("2026-11-18T06:00:00.5Z")))
                .isFalse();
    }
}
