package dev.carillon.insight.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.timing.cron.Timing;
import java.nio.charset.StandardCharsets;
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

    private static Timing timing(String fields) {
        String json = "{'taskId':'a','type':'http'," + fields + "}";
        return Timing.of(Kind.SCHEDULE.decode(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
    }

    /** Only the last instant is wanted: to visit each second of three years before it would take minutes. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-18T06:00:00Z, 2026-11-18T05:59:59Z",
        "2023-11-18T06:00:00Z, 2023-11-18T06:00:00Z",
        "2020-01-01T00:00:00Z, 2020-01-01T00:00:00Z"
    })
    void theLastOfManyInstantsIsFoundHoweverLongItIsPast(String until, Instant last) {
        Instant asked = Instant.parse("2026-11-18T06:00:00Z");

        assertThat(InstantSearch.before(timing("'every':'1s','until':'" + until + "'"), asked))
                .contains(last);
        assertThat(InstantSearch.before(timing("'cron':'* * * * * *','until':'" + until + "'"), asked))
                .contains(last);
    }

    @Test
    void nothingComesBeforeTheFirst() {
        Timing timing = timing("'every':'1s','from':'2026-11-18T06:00:00Z'");

        assertThat(InstantSearch.before(timing, Instant.parse("2026-11-18T06:00:00Z")))
                .isEmpty();
        assertThat(InstantSearch.before(timing, Instant.parse("2026-11-18T06:00:00.5Z")))
                .contains(Instant.parse("2026-11-18T06:00:00Z"));
        assertThat(InstantSearch.before(timing("'afterEnd':'1m'"), Instant.parse("2026-11-18T06:00:00Z")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-10-25T01:00:00Z, 2026-10-25T00:30:00Z",
        "2026-10-26T00:00:00Z, 2026-10-25T00:30:00Z",
        "2026-03-29T01:30:00Z, 2026-03-29T01:00:00Z",
        "2026-03-29T01:00:00Z, 2026-03-28T01:30:00Z"
    })
    void clockChangesAreLookedBackOver(Instant asked, Instant before) {
        Timing timing = timing("'cron':'30 2 * * *','zone':'Europe/Berlin'");

        assertThat(InstantSearch.before(timing, asked)).contains(before);
    }

    /** Ends of other executions plan what no timing can: any whole second may be one. */
    @Test
    void anInstantThatDependsOnEndsMayBePlanned() {
        Instant instant = Instant.parse("2026-11-18T06:00:00Z");

        assertThat(InstantSearch.mayBe(timing("'afterEnd':'1m'"), instant)).isTrue();
        assertThat(InstantSearch.mayBe(timing("'afterEnd':'1m'"), instant.plusNanos(1)))
                .isFalse();
        assertThat(InstantSearch.isPlanned(timing("'afterEnd':'1m'"), instant)).isFalse();
        assertThat(InstantSearch.next(timing("'afterEnd':'1m'"), instant)).isEmpty();
    }
}
