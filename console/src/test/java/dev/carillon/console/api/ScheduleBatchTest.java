package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.trigger.AuditEntry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ScheduleBatchTest {
    private static final String BATCH = "/v1/schedules/batch";

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    private RawAnswer post(String target, String... items) {
        return console.ask("POST", target, "{\"items\":[" + String.join(",", items) + "]}");
    }

    private static String schedule(String taskId, String more) {
        return "{\"taskId\":\"" + taskId + "\",\"type\":\"http\",\"cron\":\"0 6 * * *\"" + more + "}";
    }

    private List<ReceivedRecord> written() {
        return console.log.all(RunningConsole.NAMES.schedules());
    }

    @Test
    void createdChangedAndUnchangedAreToldApart() {
        post(BATCH, schedule("a", ""), schedule("b", ""));

        RawAnswer answer =
                post(BATCH + "?wait=5s", schedule("a", ""), schedule("b", ",\"owner\":\"ann\""), schedule("c", ""));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().at("/items/0/done").stringValue()).isEqualTo("unchanged");
        assertThat(answer.json().at("/items/0/version").intValue()).isZero();
        assertThat(answer.json().at("/items/1/done").stringValue()).isEqualTo("changed");
        assertThat(answer.json().at("/items/2/done").stringValue()).isEqualTo("created");
        assertThat(answer.text("created")).isEqualTo("1");
        assertThat(answer.text("unchanged")).isEqualTo("1");
        assertThat(answer.text("seen")).isEqualTo("true");
        assertThat(written()).hasSize(4);
        assertThat(console.audited()).extracting(AuditEntry::subject).containsExactlyInAnyOrder("a", "b", "b", "c");
        assertThat(console.audited()).extracting(AuditEntry::by).containsOnly("console");
    }

    @Test
    void theSameIsWrittenAgainWhereTheTriggerCannotUseIt() {
        post(BATCH, schedule("a", ""), schedule("b", ""));
        String marker = "{\"taskId\":\"b\",\"version\":1,\"position\":2,\"floor\":{\"due\":\"1970-01-01T00:00:00Z\"},"
                + "\"brokenCode\":\"UNKNOWN_QUEUE\",\"brokenMessage\":\"it has no topics\"}";
        console.log.put(new OutgoingRecord(
                RunningConsole.NAMES.triggerState(),
                0,
                "b".getBytes(StandardCharsets.UTF_8),
                marker.getBytes(StandardCharsets.UTF_8),
                HeaderList.none()));

        RawAnswer tried = post(BATCH + "?dryRun=true", schedule("a", ""), schedule("b", ""));
        assertThat(tried.json().at("/items/1/would").stringValue()).isEqualTo("changed");
        RawAnswer again = post(BATCH, schedule("a", ""), schedule("b", ""));
        assertThat(again.json().at("/items/0/done").stringValue()).isEqualTo("unchanged");
        assertThat(again.json().at("/items/1/done").stringValue()).isEqualTo("changed");
        assertThat(written()).hasSize(3);
    }

    @Test
    void whatIsRefusedSaysWhyAndStopsNoneOfTheOthers() {
        console.serving("http");

        RawAnswer answer = post(
                BATCH,
                schedule("good", ""),
                schedule("bad cron", ""),
                "{\"taskId\":\"cron\",\"type\":\"http\",\"cron\":\"often!\"}",
                schedule("mistyped", ",\"prority\":\"high\""),
                schedule("queue", ",\"queue\":\"nowhere\""),
                schedule("calendar", ",\"calendar\":\"nowhere\""),
                schedule("type", "").replace("http", "mail"),
                schedule("good", ",\"owner\":\"ann\""),
                "7",
                schedule("last", ""));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(IntStream.range(0, 10)
                        .mapToObj(n -> answer.json().at("/items/" + n + "/problem/code"))
                        .map(code -> code.isMissingNode() ? "" : code.stringValue()))
                .containsExactly(
                        "",
                        "BAD_TASK_ID",
                        "BAD_CRON",
                        "UNKNOWN_FIELD",
                        "UNKNOWN_QUEUE",
                        "UNKNOWN_CALENDAR",
                        "UNKNOWN_TYPE",
                        "DUPLICATE_FIELD",
                        "NOT_AN_OBJECT",
                        "");
        JsonNode problem = answer.json().at("/items/4/problem");
        assertThat(problem.get("field").stringValue()).isEqualTo("queue");
        assertThat(problem.get("value").stringValue()).isEqualTo("\"nowhere\"");
        assertThat(answer.text("created")).isEqualTo("2");
        assertThat(answer.text("refused")).isEqualTo("8");
        assertThat(written()).extracting(ReceivedRecord::keyText).containsExactly("good", "last");
    }

    @Test
    void whatDependsOnAnotherOfTheBatchIsTakenWithItAndRefusedWithIt() {
        String child = "{\"taskId\":\"child\",\"type\":\"http\",\"dependsOn\":[\"parent\"]}";
        RawAnswer refused = post(BATCH, child, schedule("parent", ",\"until\":\"2020-01-01T00:00:00Z\""));
        assertThat(refused.text("refused")).isEqualTo("2");
        assertThat(refused.json().at("/items/0/problem/code").stringValue()).isEqualTo("UNKNOWN_PARENT");
        assertThat(post(BATCH, child, schedule("parent", "")).text("created")).isEqualTo("2");
    }

    @Test
    void aDryRunWritesNothing() {
        RawAnswer answer = post(BATCH + "?dryRun=true", schedule("a", ""), schedule("b", ",\"queue\":\"nowhere\""));
        assertThat(answer.json().at("/items/0/would").stringValue()).isEqualTo("created");
        assertThat(answer.json().at("/items/0").has("version")).isFalse();
        assertThat(answer.text("refused")).isEqualTo("1");
        assertThat(written()).isEmpty();
        assertThat(console.audited()).isEmpty();
    }

    @Test
    void tooManyOrTooLargeAreRefusedByTheLimitsName() {
        String one = schedule("a", "");
        RawAnswer many =
                post(BATCH, IntStream.rangeClosed(0, 10_000).mapToObj(n -> one).collect(Collectors.joining(",")));
        RawAnswer none = post(BATCH);
        RawAnswer huge = post(BATCH, schedule("a", ",\"payload\":\"" + "x".repeat(300_000) + "\""), schedule("b", ""));

        assertThat(many.status()).isEqualTo(422);
        assertThat(many.text("code")).isEqualTo("TOO_MANY_ENTRIES");
        assertThat(many.text("detail")).contains("10000");
        assertThat(none.text("field")).isEqualTo("items");
        assertThat(huge.json().at("/items/0/problem/code").stringValue()).isEqualTo("PAYLOAD_TOO_LARGE");
        assertThat(huge.json().at("/items/0/problem/detail").stringValue()).contains("262144");
        assertThat(written()).extracting(ReceivedRecord::keyText).containsExactly("b");
    }

    @Test
    void aBodyOverTheLimitIsRefusedBeforeItComes() {
        try (RawHttp http = new RawHttp(console.port())) {
            http.send("POST " + BATCH + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: " + (ApiRoutes.BATCH_BODY + 1) + "\r\n\r\n");
            RawAnswer answer = http.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.text("limit")).isEqualTo("at most " + ApiRoutes.BATCH_BODY + " bytes");
        }
    }

    @Test
    void aConditionIsRefusedAsItIsAboutOneSchedule() {
        RawAnswer answer = console.ask("POST", BATCH, "{\"items\":[" + schedule("a", "") + "]}", "If-Match: \"0\"");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("field")).isEqualTo("If-Match");
        assertThat(written()).isEmpty();
    }

    @Test
    void aPausedOneStaysPausedUnlessTheDefinitionSaysEnabled() {
        post(BATCH, schedule("a", ""));
        console.ask("POST", "/v1/schedules/a/pause", "{\"reason\":\"the disk is full\"}");

        assertThat(post(BATCH, schedule("a", "")).text("unchanged")).isEqualTo("1");
        assertThat(post(BATCH, schedule("a", ",\"enabled\":true")).text("changed"))
                .isEqualTo("1");
        assertThat(written()
                        .get(2)
                        .read(Kind.SCHEDULE::ifReadable)
                        .orElseThrow()
                        .enabled())
                .isTrue();
    }
}
