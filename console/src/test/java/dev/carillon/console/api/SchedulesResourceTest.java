package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SchedulesResourceTest {
    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    private static List<String> texts(JsonNode items, String field) {
        List<String> texts = new ArrayList<>();
        items.values().forEach(item -> texts.add(item.at(field).asString()));
        return texts;
    }

    @Test
    void aScheduleIsListedWithItsLastRunsAndItsNextFire() {
        console.applied("report");

        RawAnswer answer = console.get("/v1/schedules?runs=2");

        JsonNode one = answer.json().at("/items/0");
        assertThat(one.get("taskId").stringValue()).isEqualTo("report");
        assertThat(one.get("standing").stringValue()).isEqualTo("ACTIVE");
        assertThat(one.get("words").stringValue()).isEqualTo("Every hour");
        assertThat(one.at("/nextFire/at").stringValue()).isEqualTo("2026-11-18T07:00:00Z");
        assertThat(one.at("/nextFire/local").stringValue()).isEqualTo("2026-11-18T08:00:00+01:00");
        assertThat(one.get("runs")).hasSize(2);
        assertThat(one.at("/runs/0/tookMs").doubleValue()).isEqualTo(12.5);
        assertThat(answer.json().has("next")).isFalse();
    }

    @Test
    void pagesFollowEachOtherByTheirCursors() {
        List.of("a", "b", "c", "d", "e").forEach(console::applied);

        RawAnswer first = console.get("/v1/schedules?limit=2");
        RawAnswer second = console.get("/v1/schedules?limit=2&cursor=" + first.text("next"));
        RawAnswer third = console.get("/v1/schedules?limit=2&cursor=" + second.text("next"));

        assertThat(texts(first.json().get("items"), "/taskId")).containsExactly("a", "b");
        assertThat(texts(second.json().get("items"), "/taskId")).containsExactly("c", "d");
        assertThat(texts(third.json().get("items"), "/taskId")).containsExactly("e");
        assertThat(third.json().has("next")).isFalse();
    }

    @Test
    void filtersAreHandedOn() {
        List.of("report", "other").forEach(console::applied);

        assertThat(texts(
                        console.get("/v1/schedules?search=rep&standing=ACTIVE&queue=default&type=http&label=a%3Db")
                                .json()
                                .get("items"),
                        "/taskId"))
                .containsExactly("report");
        assertThat(console.get("/v1/schedules?standing=PAUSED").json().get("items"))
                .isEmpty();
    }

    @Test
    void anUnknownCursorIsRefused() {
        RawAnswer answer = console.get("/v1/schedules?cursor=made-up");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("code")).isEqualTo("BAD_CURSOR");
    }

    @Test
    void aBrokenScheduleSaysWhy() {
        console.put("unreadable", "{".getBytes(StandardCharsets.UTF_8));
        console.put(
                "never",
                "{\"taskId\":\"never\",\"type\":\"http\",\"cron\":\"often!\"}".getBytes(StandardCharsets.UTF_8));

        JsonNode items = console.get("/v1/schedules").json().get("items");

        assertThat(texts(items, "/taskId")).containsExactly("never", "unreadable");
        assertThat(texts(items, "/standing")).containsExactly("BROKEN", "BROKEN");
        assertThat(texts(items, "/problem").get(0)).contains("often!");
        assertThat(texts(items, "/problem").get(1)).contains("can't be read");
        assertThat(console.get("/v1/schedules/unreadable").status()).isEqualTo(200);
        assertThat(console.get("/v1/schedules/unreadable/fires").text("code")).isEqualTo("NO_SUCH_SCHEDULE");
    }

    @Test
    void aScheduleHasItsDefinitionAndItsVersion() {
        console.applied("before");
        console.applied("report");

        RawAnswer answer = console.get("/v1/schedules/report");

        assertThat(answer.headers()).containsEntry("etag", "\"1\"");
        assertThat(answer.json().at("/definition/cron").stringValue()).isEqualTo("0 * * * *");
        assertThat(answer.json().get("inForce").booleanValue()).isTrue();
    }

    @Test
    void anUnknownOneIsNotFound() {
        for (String path : List.of("", "/fires", "/durations", "/days")) {
            RawAnswer answer = console.get("/v1/schedules/nobody" + path);

            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.text("code")).isEqualTo("NO_SUCH_SCHEDULE");
        }
    }

    @Test
    void theNextFiresAreMarkedWhereTheClocksChange() {
        console.put(
                "report",
                "{\"taskId\":\"report\",\"type\":\"http\",\"cron\":\"30 2 * * *\",\"zone\":\"Europe/Berlin\"}"
                        .getBytes(StandardCharsets.UTF_8));

        RawAnswer answer = console.get("/v1/schedules/report/fires?count=3&from=2026-03-28T00:00:00Z");

        assertThat(answer.text("zone")).isEqualTo("Europe/Berlin");
        assertThat(texts(answer.json().get("items"), "/at"))
                .containsExactly("2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
        assertThat(answer.json().at("/items/1/mark/kind").stringValue()).isEqualTo("GAP");
        assertThat(answer.json().at("/items/0").has("mark")).isFalse();
    }

    @Test
    void aDefinitionIsForecastWithoutBeingApplied() {
        RawAnswer answer = console.ask(
                "POST",
                "/v1/fires?count=2",
                "{\"taskId\":\"new\",\"type\":\"http\",\"every\":\"30m\",\"until\":\"2026-11-18T06:30:00Z\"}");

        assertThat(texts(answer.json().get("items"), "/at")).containsExactly("2026-11-18T06:30:00Z");
        assertThat(console.log.all(RunningConsole.NAMES.schedules())).isEmpty();
    }

    @Test
    void theSoonestFiresOfAllComeFirst() {
        console.applied("hourly");
        console.put(
                "often",
                "{\"taskId\":\"often\",\"type\":\"http\",\"name\":\"Often\",\"every\":\"5m\"}"
                        .getBytes(StandardCharsets.UTF_8));
        console.put(
                "paused",
                "{\"taskId\":\"paused\",\"type\":\"http\",\"every\":\"1m\",\"enabled\":false}"
                        .getBytes(StandardCharsets.UTF_8));

        assertThat(texts(console.get("/v1/fires?count=5").json().get("items"), "/taskId"))
                .containsExactly("often", "hourly");
        console.clock.advance(java.time.Duration.ofMinutes(5));
        assertThat(console.get("/v1/fires?count=1")
                        .json()
                        .at("/items/0/fire/at")
                        .stringValue())
                .isEqualTo("2026-11-18T06:10:00Z");
    }

    @Test
    void durationsAndDaysAreOfTheTimeThatIsAskedFor() {
        console.applied("report");

        RawAnswer durations = console.get("/v1/schedules/report/durations?back=1d&most=10");
        RawAnswer days = console.get("/v1/schedules/report/days?to=2026-11-18&zone=Europe/Berlin");

        assertThat(durations.text("since")).isEqualTo("2026-11-17T06:00:00Z");
        assertThat(durations.json().get("p99Ms").doubleValue()).isEqualTo(14.0);
        assertThat(texts(days.json().get("items"), "/day")).containsExactly("2025-11-19", "2026-11-18");
        assertThat(console.get("/v1/schedules/report/days?from=2020-01-01&to=2026-11-18")
                        .text("limit"))
                .isEqualTo("1 to 366 days");
    }

    @Test
    void itGoesOnAnsweringWithoutKafka() {
        console.applied("report");
        console.kafkaGone = "no broker answers at nowhere:9092";

        assertThat(console.get("/v1/schedules").status()).isEqualTo(200);
        assertThat(console.get("/v1/schedules/report").status()).isEqualTo(200);
        RawAnswer write = console.ask("POST", "/v1/schedules/report/pause", "");
        assertThat(write.status()).isEqualTo(503);
        assertThat(write.text("code")).isEqualTo("KAFKA_UNREACHABLE");
        assertThat(write.text("detail")).contains("nowhere:9092");
    }

    @Test
    void oneThatFailuresHavePausedSaysSoAndHowItGoesOn() {
        console.applied("report");
        console.marked("report", "'pausedSince':'2026-11-18T05:00:00Z','pausedReason':'3 executions in a row failed'");

        JsonNode one = console.get("/v1/schedules").json().at("/items/0");

        assertThat(one.get("standing").stringValue()).isEqualTo("PAUSED");
        assertThat(one.at("/prospect/code").stringValue()).isEqualTo("PAUSED_BY_FAILURES");
        assertThat(one.at("/prospect/words").stringValue())
                .isEqualTo("it has paused itself: 3 executions in a row failed; since 2026-11-18T05:00:00Z");
        assertThat(one.at("/prospect/step").stringValue()).isEqualTo("carillon schedule resume report");
        assertThat(one.has("nextFire")).isFalse();
        assertThat(console.get("/v1/fires").json().get("items")).isEmpty();
    }

    @Test
    void aPreviewShowsWhatFiresAndWhatIsLeftOut() {
        console.calendar("work", "'exclude':['2026-11-18']");
        console.put(
                "report",
                "{\"taskId\":\"report\",\"type\":\"http\",\"every\":\"12h\",\"calendar\":\"work\",\"jitter\":\"1m\"}"
                        .getBytes(StandardCharsets.UTF_8));

        JsonNode answer = console.get(
                        "/v1/schedules/report/preview?from=2026-11-18T00:00:00Z&to=2026-11-20T00:00:00Z&limit=3")
                .json();

        assertThat(texts(answer.get("items"), "/at"))
                .containsExactly("2026-11-18T00:00:00Z", "2026-11-18T12:00:00Z", "2026-11-19T00:00:00Z");
        assertThat(texts(answer.get("items"), "/leftOut").subList(0, 2)).containsOnly("CALENDAR");
        assertThat(texts(answer.get("items"), "/past")).containsExactly("true", "false", "false");
        assertThat(Instant.parse(answer.at("/items/2/due").stringValue()))
                .isBetween(Instant.parse("2026-11-19T00:00:00.001Z"), Instant.parse("2026-11-19T00:01:00Z"));
        assertThat(answer.get("more").stringValue()).isEqualTo("2026-11-19T12:00:00Z");
    }

    @Test
    void aDefinitionInTheBodyIsForecastAndNotWritten() {
        String body = "{\"taskId\":\"new\",\"type\":\"http\",\"every\":\"1h\"}";

        RawAnswer answer = console.ask("POST", "/v1/schedules/new/preview?to=2026-11-18T08:00:00Z", body);
        RawAnswer other = console.ask("POST", "/v1/schedules/other/preview", body);
        RawAnswer noCalendar =
                console.ask("POST", "/v1/schedules/new/preview", body.replace("}", ",\"calendar\":\"gone\"}"));

        assertThat(texts(answer.json().get("items"), "/at"))
                .containsExactly("2026-11-18T06:00:00Z", "2026-11-18T07:00:00Z");
        assertThat(other.text("code")).isEqualTo("CONFLICTING_FIELDS");
        assertThat(noCalendar.text("code")).isEqualTo("UNKNOWN_CALENDAR");
        assertThat(console.get("/v1/schedules/new").status()).isEqualTo(404);
    }

    @Test
    void aPreviewIsBounded() {
        console.applied("report");

        RawAnswer turned =
                console.get("/v1/schedules/report/preview?from=2026-11-19T00:00:00Z&to=2026-11-18T00:00:00Z");
        RawAnswer tooLong = console.get("/v1/schedules/report/preview?to=2046-11-19T00:00:00Z");
        RawAnswer many = console.get("/v1/schedules/report/preview?limit=1001");

        assertThat(turned.text("code")).isEqualTo("CONFLICTING_FIELDS");
        assertThat(turned.text("field")).isEqualTo("to");
        assertThat(tooLong.text("code")).isEqualTo("OUT_OF_RANGE");
        assertThat(many.text("code")).isEqualTo("BAD_PARAMETER");
        assertThat(console.get("/v1/schedules/gone/preview").status()).isEqualTo(404);
    }
}
