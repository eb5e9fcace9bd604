package dev.carillon.system.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.console.ConsoleService;
import dev.carillon.kit.time.Eventually;
import dev.carillon.system.running.Bells;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@CarillonSystem
@Timeout(120)
final class ConsoleScenarioTest {
    private static final Duration SOON = RunningCarillon.SOON;
    private static final Pattern RECORDS = Pattern.compile("(?m)^carillon_console_history_records_total ([0-9.E]+)$");

    private HttpConsole console;

    @SuppressWarnings("NullAway.Init") // Set before each test.
    ConsoleScenarioTest() {}

    @BeforeEach
    void open(RunningCarillon carillon) {
        carillon.console().start();
        console = consoleOf(carillon);
    }

    private static HttpConsole consoleOf(RunningCarillon carillon) {
        return new HttpConsole(((ConsoleService) carillon.console().service()).port());
    }

    @Test
    void aScheduleIsAppliedFiresFailsIsReplayedAndSucceeds(RunningCarillon carillon) {
        Instant soon =
                carillon.clock().instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(3);
        try (HttpEvents events = console.follow()) {
            HttpConsole.Answer applied = console.put(
                    "/v1/schedules/mended-later?wait=20s",
                    "{\"taskId\":\"mended-later\",\"at\":\"" + soon + "\",\"type\":\"" + Bells.MENDABLE + "\","
                            + "\"retry\":{\"maxRetries\":1,\"delay\":\"2s\"}}");
            assertThat(applied.status()).as(applied.body().toString()).isEqualTo(201);
            assertThat(applied.body().path("seen").asBoolean()).isTrue();

            events.await(SOON, "mended-later:", "\"RETRYING\"");
            events.await(SOON, "mended-later:", "\"FAILED\"");
            events.await(SOON, "\"dead-letter\"");
            HttpConsole.Answer listed = console.get("/v1/executions?taskId=mended-later");
            String key = listed.text("/items/0/key");
            assertThat(listed.text("/items/0/state")).isEqualTo("FAILED");
            HttpConsole.Answer detail = console.get("/v1/executions/" + key);
            assertThat(detail.body().path("attemptList").size()).isEqualTo(2);
            assertThat(detail.text("/attemptList/0/code")).isEqualTo("CRACKED");
            HttpConsole.Answer records = console.get("/v1/executions/" + key + "/records");
            assertThat(records.body().at("/items/0/value/taskId").asString("")).isEqualTo("mended-later");

            HttpConsole.Answer deadLetters = console.get("/v1/dead-letters?taskId=mended-later");
            String position = deadLetters.text("/items/0/position");
            assertThat(deadLetters.text("/items/0/cause")).isEqualTo("EXHAUSTED");
            assertThat(console.get("/v1/dead-letters/" + position)
                            .body()
                            .path("replayable")
                            .asBoolean())
                    .isTrue();
            carillon.bells().mend();
            HttpConsole.Answer replayed =
                    console.post("/v1/dead-letters/" + position + "/replay?wait=20s", "{\"reason\":\"mended\"}");
            assertThat(replayed.status()).as(replayed.body().toString()).isEqualTo(202);
            assertThat(replayed.body().path("seen").asBoolean()).isTrue();
            events.await(SOON, replayed.text("/key"), "\"SUCCEEDED\"");
            assertThat(console.get("/v1/executions/" + replayed.text("/key")).text("/replayOf"))
                    .isEqualTo(key);
            assertThat(console.post("/v1/dead-letters/" + position + "/replay", "")
                            .status())
                    .as("a dead letter is replayed once")
                    .isEqualTo(409);
        }
        carillon.delete("mended-later");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'cron':'0 0 6 * * * 2027'                     | BAD_CRON           | cron",
                "'cron':'0 0 30 2 *'                           | NEVER_FIRES        | cron",
                "'cron':'\u0665 * * * *'                      | BAD_CRON           | cron",
                "'cron':'\uFEFF0 6 * * *'                     | BAD_CRON           | cron",
                "'cron':'0 6 * * *','zone':'Mars/Base'         | BAD_ZONE           | zone",
                "'at':'2100-01-01T00:00:00Z'                   | OUT_OF_RANGE       | at",
                "'every':'5s','until':'2100-01-01T00:00:00Z'   | OUT_OF_RANGE       | until",
                "'every':'5s','jitter':'-5s'                   | OUT_OF_RANGE       | jitter",
                "'every':'5s','jitter':'10m'                   | OUT_OF_RANGE       | jitter",
                "'every':'5s','calendar':'wrok'                | UNKNOWN_CALENDAR   | calendar",
                "'every':'5s','from':'2026-12-01T00:00:00Z','until':'2026-11-01T00:00:00Z' | CONFLICTING_FIELDS | until",
            })
    void timesThatCantBeAreRefusedByFieldAndCode(String fields, String code, String field) {
        String json = "{'taskId':'never','type':'" + Bells.RING + "'," + fields + "}";

        HttpConsole.Answer refused = console.put("/v1/schedules/never", json.replace('\'', '"'));

        assertThat(refused.status()).as(refused.body().toString()).isEqualTo(422);
        assertThat(refused.text("/code")).isEqualTo(code);
        assertThat(refused.text("/field")).isEqualTo(field);
        assertThat(console.get("/v1/schedules/never").status()).isEqualTo(404);
    }

    @Test
    void withKafkaGoneItAnswersSaysSoAndRecovers(RunningCarillon carillon) {
        String key = submit("before-the-outage").text("/key");
        carillon.brokers().stopKafka();
        try {
            Eventually.that(
                    "it says that Kafka is gone",
                    SOON,
                    () -> console.get("/v1/health").body().path("history").has("kafkaGone"));
            assertThat(console.get("/v1/executions/" + key).status()).isEqualTo(200);
            assertThat(console.get("/v1/needs-you").text("/items/0/code")).isEqualTo("KAFKA_UNREACHABLE");
            HttpConsole.Answer refused = console.post("/v1/executions", work("during-the-outage"));
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text("/code")).isEqualTo("KAFKA_UNREACHABLE");
        } finally {
            carillon.brokers().startKafka();
        }
        Eventually.that(
                "it says that Kafka is back",
                SOON,
                () -> !console.get("/v1/health").body().path("history").has("kafkaGone"));
        String after = submit("after-the-outage").text("/key");
        Eventually.that("its outcome is shown", SOON, () -> console.get("/v1/executions/" + after)
                .text("/state")
                .equals("SUCCEEDED"));
    }

    private static String work(String taskId) {
        return "{\"taskId\":\"" + taskId + "\",\"type\":\"" + Bells.RING + "\"}";
    }

    private HttpConsole.Answer submit(String taskId) {
        HttpConsole.Answer submitted = console.post("/v1/executions?wait=20s", work(taskId));
        assertThat(submitted.status()).as(submitted.body().toString()).isEqualTo(202);
        assertThat(submitted.body().path("seen").asBoolean()).isTrue();
        return submitted;
    }

    @Test
    void aRestartOfTheConsoleReadsNothingAgain(RunningCarillon carillon) {
        String key = submit("before-the-restart").text("/key");
        carillon.trigger().stop();
        carillon.worker().stop();
        carillon.collector().stop();
        try {
            awaitUpToDate();
            double before = recordsRead(carillon);
            assertThat(before).isPositive();
            carillon.console().restart();
            console = consoleOf(carillon);
            awaitUpToDate();
            assertThat(recordsRead(carillon)).isEqualTo(before);
            assertThat(console.get("/v1/executions/" + key).status()).isEqualTo(200);
        } finally {
            carillon.trigger().start();
            carillon.collector().start();
            carillon.worker().start();
        }
    }

    private void awaitUpToDate() {
        Eventually.that("the history is up to date", SOON, () -> {
            var history = console.get("/v1/health").body().path("history");
            return history.path("caughtUp").asBoolean()
                    && history.path("behind").asInt(-1) == 0;
        });
    }

    private static double recordsRead(RunningCarillon carillon) {
        Matcher found = RECORDS.matcher(carillon.scrape());
        assertThat(found.find()).isTrue();
        return Double.parseDouble(found.group(1));
    }
}
