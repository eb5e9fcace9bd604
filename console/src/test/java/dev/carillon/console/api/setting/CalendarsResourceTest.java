package dev.carillon.console.api.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.api.AtOnce;
import dev.carillon.console.api.RawAnswer;
import dev.carillon.console.api.RunningConsole;
import dev.carillon.kit.record.ReceivedRecord;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Calendars and the default routing: names, pages, conditions, and what is refused. */
final class CalendarsResourceTest {
    private static final String ROUTING = "/v1/settings/routing";
    private static final int RACERS = 8;

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    private static String path(String name) {
        return "/v1/calendars/"
                + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private RawAnswer put(String name, String fields, String... headers) {
        return console.ask("PUT", path(name), "{\"name\":\"" + name + "\"" + fields + "}", headers);
    }

    private List<ReceivedRecord> written() {
        return console.log.all(RunningConsole.NAMES.calendars());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "work",
                "a b",
                "a+b",
                "a&b=c?d#e",
                "été",
                "e\u0301te\u0301",
                "漢字",
                "😀",
                "\u202eabc",
                "<script>",
                "a:b",
                "~'()*!",
                ".hidden",
                "..."
            })
    void aNameIsFoundAgainHoweverItIsWritten(String name) {
        assertThat(put(name, ",\"weekdays\":[\"mon\"]").status()).isEqualTo(201);

        assertThat(console.get(path(name)).text("name")).isEqualTo(name);
        assertThat(console.get("/v1/calendars").json().at("/items/0/name").stringValue())
                .isEqualTo(name);
        assertThat(console.ask("DELETE", path(name), "").text("name")).isEqualTo(name);
        assertThat(console.get(path(name)).text("code")).isEqualTo("NO_SUCH_CALENDAR");
    }

    /** Limits count characters, of which a smiley is one. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "漢", "😀"})
    void aNameHasTwoHundredCharacters(String character) {
        assertThat(put(character.repeat(200), "").status()).isEqualTo(201);
        assertThat(console.get(path(character.repeat(200))).status()).isEqualTo(200);
        assertThat(console.get("/v1/schedules?search="
                                + path(character.repeat(200)).substring(14))
                        .status())
                .isEqualTo(200);

        RawAnswer longer = put(character.repeat(201), "");
        assertThat(longer.status()).isIn(400, 422);
        assertThat(console.get(path(character.repeat(201))).text("limit")).isEqualTo("1 to 200 characters");
        assertThat(written()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%20", "%C2%85", "%E2%80%A8", "%00", "%7f", "a%0ab", "%2e%2e", "a%2fb", "a;b", "%ff"})
    void aNameThatNoCalendarCanHaveIsRefused(String encoded) {
        RawAnswer answer = console.ask("PUT", "/v1/calendars/" + encoded, "{\"name\":\"work\"}");

        assertThat(answer.status()).as(answer.body()).isIn(400, 422);
        assertThat(written()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`,\"weekday\":[\"mon\"]`             | UNKNOWN_FIELD   | weekday",
                "`,\"weekdays\":[\"mon\",\"monday\"]` | UNKNOWN_VALUE   | weekdays[1]",
                "`,\"weekdays\":[\"mon\",\"none\"]`   | UNKNOWN_VALUE   | weekdays[1]",
                "`,\"weekdays\":[\"mon-frei\"]`       | UNKNOWN_VALUE   | weekdays[0]",
                "`,\"weekdays\":\"mon\"`              | WRONG_TYPE      | weekdays",
                "`,\"exclude\":[\"2026-02-29\"]`      | BAD_DATE        | exclude[0]",
                "`,\"include\":[\"2026-11-18\",7]`    | WRONG_TYPE      | include[1]",
                "`,\"zone\":\"Nowhere/Land\"`         | BAD_ZONE        | zone",
                "`,\"name\":\"other\"`                | DUPLICATE_FIELD | value",
            })
    void aFieldThatCantBeUsedIsNamed(String fields, String code, String field) {
        RawAnswer answer = put("work", fields);
        RawAnswer tried = console.ask("PUT", "/v1/calendars/work?dryRun=true", "{\"name\":\"work\"" + fields + "}");

        assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.text("field")).isEqualTo(field);
        assertThat(tried.body()).isEqualTo(answer.body());
        assertThat(written()).isEmpty();
    }

    @Test
    void aThousandDatesAreTakenAndOneMoreIsNot() {
        List<String> dates = new ArrayList<>();
        for (java.time.LocalDate day = java.time.LocalDate.of(2026, 1, 1);
                dates.size() < 1_001;
                day = day.plusDays(1)) {
            dates.add("\"" + day + "\"");
        }
        assertThat(put("work", ",\"exclude\":[" + String.join(",", dates.subList(0, 1_000)) + "]")
                        .status())
                .isEqualTo(201);
        RawAnswer many = put("work", ",\"exclude\":[" + String.join(",", dates) + "]");
        assertThat(many.text("code")).isEqualTo("TOO_MANY_ENTRIES");
        assertThat(many.text("field")).isEqualTo("exclude");
        assertThat(written()).hasSize(1);
    }

    @Test
    void pagesHaveEachCalendarOnceEvenIfOneIsDeletedInBetween() {
        for (String name : List.of("e", "a", "c", "b", "d")) {
            put(name, "");
        }
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            RawAnswer page = console.get("/v1/calendars?limit=2" + cursor);
            for (JsonNode item : page.json().get("items").values()) {
                seen.add(item.get("name").stringValue());
            }
            console.ask("DELETE", "/v1/calendars/b", "");
            cursor = page.text("next").isEmpty() ? "" : "&cursor=" + page.text("next");
        } while (!cursor.isEmpty());

        assertThat(seen).containsExactly("a", "b", "c", "d", "e");
        assertThat(console.get("/v1/calendars?cursor=e").json().get("items")).isEmpty();
        for (String query : List.of("limit=0", "limit=501", "cursor=", "cursor=%00", "limit=1&limit=2")) {
            assertThat(console.get("/v1/calendars?" + query).text("code"))
                    .as(query)
                    .isEqualTo("BAD_PARAMETER");
        }
    }

    @Test
    void ofManyChangesOfTheSameVersionOneWins() {
        put("work", ",\"weekdays\":[\"mon\"]");

        List<RawAnswer> answers =
                AtOnce.ask(RACERS, n -> put("work", ",\"exclude\":[\"2026-11-" + (10 + n) + "\"]", "If-Match: \"0\""));

        assertThat(AtOnce.count(answers, 200)).isEqualTo(1);
        assertThat(AtOnce.count(answers, 412)).isEqualTo(RACERS - 1);
        assertThat(written()).hasSize(2);
        assertThat(console.audited()).hasSize(2);
    }

    @Test
    void conditionsOnACalendarThatDoesNotExistAreMetOrNot() {
        assertThat(put("work", "", "If-Match: *").status()).isEqualTo(412);
        assertThat(put("work", "", "If-Match: 0").status()).isEqualTo(400);
        assertThat(console.ask("DELETE", "/v1/calendars/work", "", "If-Match: *")
                        .status())
                .isEqualTo(404);
        assertThat(put("work", "", "If-None-Match: *").status()).isEqualTo(201);
        assertThat(written()).hasSize(1);
    }

    @Test
    void aDeletionTakesNoFieldsAndCountsTheSchedulesThatUseIt() {
        put("work", "");
        for (String taskId : List.of("a", "b")) {
            console.put(
                    taskId,
                    ("{\"taskId\":\"" + taskId + "\",\"type\":\"http\",\"every\":\"1h\",\"calendar\":\"work\"}")
                            .getBytes(StandardCharsets.UTF_8));
        }
        console.put("broken", "{".getBytes(StandardCharsets.UTF_8));

        assertThat(console.ask("DELETE", "/v1/calendars/work", "{\"reason\":\"old\"}")
                        .text("field"))
                .isEqualTo("reason");
        RawAnswer tried = console.ask("DELETE", "/v1/calendars/work?dryRun=true", "");
        assertThat(tried.text("schedules")).isEqualTo("2");
        assertThat(tried.text("dryRun")).isEqualTo("true");
        assertThat(written()).hasSize(1);
    }

    @Test
    void aCalendarThatCantBeReadCountsAsNoneAndCanBeMadeAgain() {
        console.calendar("work", "'exclude':['never']");

        assertThat(console.get("/v1/calendars/work").text("code")).isEqualTo("NO_SUCH_CALENDAR");
        assertThat(console.get("/v1/calendars").json().get("items")).isEmpty();
        assertThat(put("work", "", "If-None-Match: *").status()).isEqualTo(201);
    }

    @Test
    void anUnknownCalendarIsAnsweredWithTheNameThatIsNear() {
        put("holidays", "");

        assertThat(console.get("/v1/calendars/holiday").text("detail")).contains("did you mean holidays?");
        assertThat(console.get("/v1/calendars/work").text("detail")).contains("carillon calendar list");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PUT    | `{\"routing\":\"HASH\"}`                   | UNKNOWN_VALUE | routing",
                "PUT    | `{\"routing\":7}`                          | WRONG_TYPE    | routing",
                "PUT    | `{\"routing\":null}`                       | MISSING_FIELD | routing",
                "PUT    | `{\"routing\":\"hash\",\"by\":\"ann\"}`    | UNKNOWN_FIELD | by",
                "DELETE | `{\"routing\":\"hash\"}`                   | UNKNOWN_FIELD | routing",
                "DELETE | `{\"reason\":[]}`                          | WRONG_TYPE    | reason",
            })
    void aBadDefaultRoutingIsRefused(String verb, String body, String code, String field) {
        RawAnswer answer = console.ask(verb, ROUTING, body);

        assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.text("field")).isEqualTo(field);
        assertThat(console.log.all(RunningConsole.NAMES.settings())).isEmpty();
        assertThat(console.audited()).isEmpty();
    }

    @Test
    void aDefaultRoutingWhoseTransactionIsFencedIsNotSet() {
        console.fenced = true;
        RawAnswer answer = console.ask("PUT", ROUTING, "{\"routing\":\"least-tasks\"}");

        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.text("code")).isEqualTo("NOT_WRITTEN");
        assertThat(console.get(ROUTING).text("routing")).isEqualTo("hash");
        console.fenced = false;
        assertThat(console.ask("PUT", ROUTING, "{\"routing\":\"least-tasks\"}").text("routing"))
                .isEqualTo("least-tasks");
    }
}
