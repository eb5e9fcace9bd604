package dev.carillon.console.api.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.RawAnswer;
import dev.carillon.console.api.RunningConsole;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Command;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Ranges of backfills, previews and days: their limits, and days of 23 and 25 hours. */
final class ScheduleRangesTest {
    private static final String BACKFILL = "/v1/schedules/report/backfill";
    private static final String PREVIEW = "/v1/schedules/report/preview";
    private static final Instant NOW = RunningConsole.NOW;

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    /** Defines the report; with single quotes for double ones. */
    private void report(String when) {
        console.put(
                "report",
                ("{'taskId':'report','type':'http'," + when + "}")
                        .replace('\'', '"')
                        .getBytes(StandardCharsets.UTF_8));
    }

    private RawAnswer backfill(Instant from, Instant to) {
        return console.ask("POST", BACKFILL, "{\"from\":\"" + from + "\",\"to\":\"" + to + "\"}");
    }

    private static int planned(RawAnswer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(202);
        return answer.json().at("/backfill/planned").intValue();
    }

    private List<ReceivedRecord> commands() {
        return console.log.all(RunningConsole.NAMES.control());
    }

    private static List<String> instants(RawAnswer answer) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        List<String> instants = new ArrayList<>();
        for (JsonNode item : answer.json().get("items").values()) {
            instants.add(item.get("at").stringValue());
        }
        return instants;
    }

    @Test
    void aBackfillHasItsFirstInstantAndNotItsEnd() {
        report("'every':'1h'");

        assertThat(planned(backfill(NOW.minusSeconds(7_200), NOW))).isEqualTo(2);
        assertThat(planned(backfill(NOW.minusSeconds(7_199), NOW))).isEqualTo(1);
        assertThat(planned(backfill(NOW.minusSeconds(7_200), NOW.minusSeconds(3_599))))
                .isEqualTo(2);
        Command command = commands().get(0).read(Kind.COMMAND::ifReadable).orElseThrow();
        assertThat(command.from()).isEqualTo(NOW.minusSeconds(7_200));
        assertThat(command.to()).isEqualTo(NOW);
    }

    @Test
    void fiftyThousandInstantsAreTakenAndOneMoreIsNot() {
        report("'every':'1s'");

        assertThat(planned(backfill(NOW.minusSeconds(50_000), NOW))).isEqualTo(50_000);
        RawAnswer many = backfill(NOW.minusSeconds(50_001), NOW);

        assertThat(many.text("code")).isEqualTo("TOO_MANY_ENTRIES");
        assertThat(many.text("field")).isEqualTo("to");
        assertThat(many.text("detail")).contains("more than 50000 instants");
        assertThat(backfill(Instant.EPOCH, NOW).text("code")).isEqualTo("TOO_MANY_ENTRIES");
        assertThat(commands()).hasSize(1);
    }

    /** The whole second of now is its latest end, as ticks are whole seconds. */
    @Test
    void aBackfillEndsNowAtTheLatest() {
        report("'every':'1s'");
        console.clock.advance(Duration.ofMillis(999));

        RawAnswer open = console.ask("POST", BACKFILL, "{\"from\":\"" + NOW.minusSeconds(10) + "\"}");
        assertThat(planned(open)).isEqualTo(10);
        assertThat(open.json().at("/backfill/to").stringValue()).isEqualTo(NOW.toString());
        assertThat(planned(backfill(NOW.minusSeconds(10), NOW))).isEqualTo(10);
        RawAnswer late = backfill(NOW.minusSeconds(10), NOW.plusMillis(1));
        assertThat(late.text("code")).isEqualTo("OUT_OF_RANGE");
        assertThat(late.text("field")).isEqualTo("to");
        assertThat(late.text("value")).isEqualTo("\"" + NOW.plusMillis(1) + "\"");
        assertThat(late.text("fix")).contains("up to " + NOW);
        assertThat(console.ask("POST", BACKFILL, "{\"from\":\"" + NOW + "\"}").text("code"))
                .isEqualTo("CONFLICTING_FIELDS");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`30 2 * * *`   | gap  | run-after | 2026-03-28T23:00:00Z | 2026-03-29T22:00:00Z | 1",
                "`30 2 * * *`   | gap  | skip      | 2026-03-28T23:00:00Z | 2026-03-29T22:00:00Z | 0",
                "`30 2 * * *`   | gap  | run-after | 2026-03-29T01:00:00Z | 2026-03-29T01:00:01Z | 1",
                "`30 2 * * *`   | fold | first     | 2026-10-24T22:00:00Z | 2026-10-25T23:00:00Z | 1",
                "`30 2 * * *`   | fold | last      | 2026-10-24T22:00:00Z | 2026-10-25T23:00:00Z | 1",
                "`30 2 * * *`   | fold | both      | 2026-10-24T22:00:00Z | 2026-10-25T23:00:00Z | 2",
                "`30 2 * * *`   | fold | first     | 2026-10-25T01:00:00Z | 2026-10-25T23:00:00Z | 0",
                "`30 2 * * *`   | fold | last      | 2026-10-25T01:00:00Z | 2026-10-25T23:00:00Z | 1",
                "`0 * * * *`    | gap  | run-after | 2026-03-28T23:00:00Z | 2026-03-29T22:00:00Z | 23",
                "`0 * * * *`    | fold | first     | 2026-10-24T22:00:00Z | 2026-10-25T23:00:00Z | 25",
                "`0 0-23 * * *` | fold | first     | 2026-10-24T22:00:00Z | 2026-10-25T23:00:00Z | 24",
                "`0 0-23 * * *` | fold | both      | 2026-10-24T22:00:00Z | 2026-10-25T23:00:00Z | 25",
                "`*/15 2 * * *` | fold | first     | 2026-10-24T22:00:00Z | 2026-10-25T23:00:00Z | 8",
            })
    void onDaysOf23And25HoursABackfillPlansWhatThePreviewShows(
            String cron, String rule, String choice, Instant from, Instant to, int expected) {
        report("'cron':'" + cron + "','zone':'Europe/Berlin','" + rule + "':'" + choice + "'");

        RawAnswer answer = backfill(from, to);

        assertThat(instants(console.get(PREVIEW + "?limit=1000&from=" + from + "&to=" + to)))
                .hasSize(expected);
        if (expected == 0) {
            assertThat(answer.text("code")).isEqualTo("NEVER_FIRES");
            assertThat(answer.text("field")).isEqualTo("from");
            assertThat(commands()).isEmpty();
        } else {
            assertThat(planned(answer)).isEqualTo(expected);
        }
    }

    @Test
    void aBackfillStaysWithinTheSchedulesOwnFromAndUntil() {
        report("'every':'1h','from':'2026-11-17T00:00:00Z','until':'2026-11-18T00:00:00Z'");

        assertThat(planned(backfill(Instant.parse("2026-11-16T00:00:00Z"), NOW)))
                .isEqualTo(25);
        assertThat(backfill(Instant.parse("2026-11-18T00:00:01Z"), NOW).text("code"))
                .isEqualTo("NEVER_FIRES");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`{\"from\":\"2026-11-18T00:00:00Z\",\"maxRunning\":0}`      | OUT_OF_RANGE    | maxRunning | 422",
                "`{\"from\":\"2026-11-18T00:00:00Z\",\"maxRunning\":1001}`   | OUT_OF_RANGE    | maxRunning | 422",
                "`{\"from\":\"2026-11-18T00:00:00Z\",\"maxRunning\":2.5}`    | WRONG_TYPE      | maxRunning | 422",
                "`{\"from\":\"2026-11-18T00:00:00Z\",\"maxRunning\":1e99}`   | OUT_OF_RANGE     | maxRunning | 422",
                "`{\"from\":\"2026-11-18T00:00:00Z\",\"maxRuning\":2}`       | UNKNOWN_FIELD   | maxRuning  | 422",
                "`{\"from\":\"2026-11-18T00:00:00Z\",\"from\":1}`            | DUPLICATE_FIELD | value      | 400",
                "`{\"from\":\"1969-12-31T23:59:59Z\"}`                       | OUT_OF_RANGE    | from       | 422",
                "`{\"from\":\"2026-11-18\"}`                                 | OUT_OF_RANGE    | from       | 422",
                "`{\"from\":null}`                                           | MISSING_FIELD   | from       | 422",
                "`{\"from\":\"2026-11-18T00:00:00Z\",\"to\":\"10000-01-01T00:00:00Z\"}` | OUT_OF_RANGE | to | 422",
            })
    void aBadOrderIsRefusedByItsField(String body, String code, String field, int status) {
        report("'every':'1h'");
        for (String target : List.of(BACKFILL, BACKFILL + "?dryRun=true")) {
            RawAnswer answer = console.ask("POST", target, body);

            assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.text("field")).isEqualTo(field);
        }
        assertThat(commands()).isEmpty();
    }

    @Test
    void anEndIsRequestedEvenIfNoBackfillIsSeenYet() {
        report("'every':'1h'");

        assertThat(console.ask("DELETE", BACKFILL + "?dryRun=true", "").status())
                .isEqualTo(202);
        assertThat(commands()).isEmpty();
        RawAnswer answer = console.ask("DELETE", BACKFILL, "");
        assertThat(answer.body()).isEqualTo("{\"taskId\":\"report\"}");
        assertThat(commands()).hasSize(1);
        assertThat(console.ask("DELETE", BACKFILL, "{\"from\":\"2026-11-18T00:00:00Z\"}")
                        .text("code"))
                .isEqualTo("UNKNOWN_FIELD");
        assertThat(console.ask("DELETE", "/v1/schedules/nobody/backfill", "").status())
                .isEqualTo(404);
        assertThat(commands()).hasSize(1);
    }

    @Test
    void aPreviewHasTenYearsAtMost() {
        report("'cron':'0 6 * * *','zone':'Europe/Berlin'");
        Instant end = NOW.plus(Duration.ofDays(3_660));

        assertThat(instants(console.get(PREVIEW + "?limit=1&to=" + end))).containsExactly("2026-11-19T05:00:00Z");
        RawAnswer longer = console.get(PREVIEW + "?limit=1&to=" + end.plusSeconds(1));

        assertThat(longer.text("code")).isEqualTo("OUT_OF_RANGE");
        assertThat(longer.text("field")).isEqualTo("to");
        assertThat(longer.text("detail")).contains("3660 days");
    }

    @Test
    void pagesOfAPreviewHaveEachInstantOnceAcrossTheChangeOfClocks() {
        report("'cron':'*/30 * * * *','zone':'Europe/Berlin','fold':'both'");
        String to = "&to=2026-10-26T00:00:00Z";
        List<String> whole = instants(console.get(PREVIEW + "?limit=1000&from=2026-10-24T22:00:00Z" + to));

        List<String> paged = new ArrayList<>();
        String from = "2026-10-24T22:00:00Z";
        while (!from.isEmpty()) {
            RawAnswer page = console.get(PREVIEW + "?limit=7&from=" + from + to);
            paged.addAll(instants(page));
            from = page.text("more");
        }

        assertThat(whole).hasSize(52);
        assertThat(paged).isEqualTo(whole);
    }

    @Test
    void aRepeatedHourIsMarkedOnBothSides() {
        report("'cron':'30 2 * * *','zone':'Europe/Berlin','fold':'both'");

        JsonNode items = console.get(PREVIEW + "?from=2026-10-24T22:00:00Z&to=2026-10-25T22:00:00Z")
                .json()
                .get("items");

        assertThat(items.get(0).at("/local").stringValue()).isEqualTo("2026-10-25T02:30:00+02:00");
        assertThat(items.get(0).at("/mark/kind").stringValue()).isEqualTo("FOLD_FIRST");
        assertThat(items.get(1).at("/local").stringValue()).isEqualTo("2026-10-25T02:30:00+01:00");
        assertThat(items.get(1).at("/mark/kind").stringValue()).isEqualTo("FOLD_SECOND");
    }

    /** Later instants could not be sent back: other requests refuse them. */
    @ParameterizedTest
    @ValueSource(strings = {"9999-12-31T22:00:00Z", "9999-12-25T00:00:00Z", "9999-12-24T23:59:59Z"})
    void aPreviewEndsWithTheYear9999(String from) {
        report("'every':'1h'");

        RawAnswer answer = console.get(PREVIEW + "?limit=1000&from=" + from);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.text("to")).startsWith("9999-12-31T23:59:59");
        assertThat(instants(answer)).allSatisfy(at -> assertThat(at).startsWith("9999-12-"));
    }

    @Test
    void aPreviewOfADefinitionHasTheSameLimitsAndChecks() {
        String body = "{\"taskId\":\"report\",\"type\":\"http\",\"every\":\"1h\"#}";
        for (String[] one : new String[][] {
            {"?limit=0", "", "BAD_PARAMETER", "limit"},
            {"?limit=1001", "", "BAD_PARAMETER", "limit"},
            {"?from=2026-11-18T06:00:00", "", "BAD_PARAMETER", "from"},
            {"?to=2026-11-18T06:00:00Z", "", "CONFLICTING_FIELDS", "to"},
            {"?until=2026-11-18T06:00:00Z", "", "UNKNOWN_PARAMETER", "until"},
            {"", ",\"prority\":\"high\"", "UNKNOWN_FIELD", "prority"},
            {"", ",\"retry\":{\"dely\":\"1s\"}", "UNKNOWN_FIELD", "retry.dely"},
            {"", ",\"missed\":{\"polcy\":\"all\"}", "UNKNOWN_FIELD", "missed.polcy"},
            {"", ",\"cron\":\"0 6 * * *\"", "CONFLICTING_FIELDS", "every"},
            {"", ",\"shards\":{\"count\":2}", "NOT_SUPPORTED_YET", "shards"}
        }) {
            RawAnswer answer = console.ask("POST", PREVIEW + one[0], body.replace("#", one[1]));

            assertThat(answer.text("code")).as(answer.body()).isEqualTo(one[2]);
            assertThat(answer.text("field")).as(answer.body()).isEqualTo(one[3]);
        }
        assertThat(console.ask("POST", PREVIEW + "?limit=1000", body.replace("#", ""))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "to=1970-01-01, 1970-01-01, 1970-01-01",
        "to=1970-12-31, 1970-01-01, 1970-12-31",
        "to=1971-01-01, 1970-01-02, 1971-01-01",
        "to=9998-12-31, 9998-01-01, 9998-12-31",
        "from=2025-11-18, 2025-11-18, 2026-11-18",
        "zone=%2B18:00, 2025-11-20, 2026-11-19",
        "zone=-18:00, 2025-11-18, 2026-11-17",
        "to=2028-02-29, 2027-03-02, 2028-02-29"
    })
    void daysAreAYearUpToTodayOfTheZoneUnlessTheyAreNamed(String query, String from, String to) {
        report("'every':'1h'");

        RawAnswer answer = console.get("/v1/schedules/report/days?" + query);

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.text("from")).isEqualTo(from);
        assertThat(answer.text("to")).isEqualTo(to);
    }

    @ParameterizedTest
    @CsvSource({
        "from=2025-11-17, from, 1 to 366 days",
        "from=2026-11-19, from, 1 to 366 days",
        "from=1969-12-31&to=1970-01-01, from, 1970-01-01 to 9998-12-31",
        "to=9999-01-01, to, 1970-01-01 to 9998-12-31",
        "to=2026-02-29, to, a date like 2026-11-18",
        "to=2026-11-18T00:00:00Z, to, a date like 2026-11-18",
        "zone=europe/berlin, zone, 'a zone like Europe/Berlin, or an offset'",
        "zone=%2B18:01, zone, 'a zone like Europe/Berlin, or an offset'"
    })
    void daysBeyondTheirLimitsAreRefused(String query, String field, String limit) {
        report("'every':'1h'");

        RawAnswer answer = console.get("/v1/schedules/report/days?" + query);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("field")).isEqualTo(field);
        assertThat(answer.text("limit")).isEqualTo(limit);
    }
}
