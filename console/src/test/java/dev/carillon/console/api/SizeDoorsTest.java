package dev.carillon.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.record.ReceivedRecord;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.Priority;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Input at exactly the size limit is accepted; one byte more is refused, and nothing is written. */
class SizeDoorsTest {
    private static final String MANY = "/v1/executions/batch";

    private final RunningConsole console = new RunningConsole();

    @AfterEach
    void close() {
        console.close();
    }

    /** A JSON text of exactly this many bytes, filled with the character. */
    private static String text(String character, int bytes) {
        int each = character.getBytes(StandardCharsets.UTF_8).length;
        int room = bytes - 2;
        return '"' + "x".repeat(room % each) + character.repeat(room / each) + '"';
    }

    private static String work(String payload, String more) {
        return "{\"taskId\":\"one\",\"type\":\"http\",\"payload\":" + payload + more + "}";
    }

    private List<ReceivedRecord> sent() {
        return console.log.all(RunningConsole.NAMES.tasks("default", Priority.NORMAL));
    }

    private List<Integer> sizes() {
        return sent().stream()
                .map(record -> Objects.requireNonNull(record.value()).length)
                .toList();
    }

    private static void refused(RawAnswer answer, String code, String field, int limit) {
        assertThat(answer.text("code")).as(answer.body()).isEqualTo(code);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("field")).isEqualTo(field);
        assertThat(answer.text("detail")).contains((limit + 1) + " bytes", "" + limit);
        assertThat(answer.text("limit")).isEqualTo("at most " + limit + " bytes");
        assertThat(answer.text("fix")).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "漢", "😀"})
    void payloadOfTheLargestSizeIsTakenAndOneByteMoreIsNot(String character) {
        String largest = text(character, Limits.PAYLOAD_BYTES);
        String larger = text(character, Limits.PAYLOAD_BYTES + 1);

        assertThat(console.ask("POST", "/v1/executions", work(largest, "")).status())
                .isEqualTo(202);
        assertThat(sent()).hasSize(1);
        refused(
                console.ask("POST", "/v1/executions", work(larger, "")),
                "PAYLOAD_TOO_LARGE",
                "payload",
                Limits.PAYLOAD_BYTES);
        refused(
                console.ask("POST", MANY, "{\"items\":[" + work("1", "") + "," + work(larger, "") + "]}"),
                "PAYLOAD_TOO_LARGE",
                "items[1].payload",
                Limits.PAYLOAD_BYTES);
        assertThat(sent()).hasSize(1);
        assertThat(console.ask("POST", MANY, "{\"items\":[" + work("1", "") + "," + work(largest, "") + "]}")
                        .status())
                .isEqualTo(202);
        assertThat(sent()).hasSize(3);
    }

    @Test
    void taskOfTheLargestSizeIsTakenAndOneByteMoreIsNot() {
        console.ask("POST", "/v1/executions", work("\"\"", crowd()));
        int empty = sizes().get(0);
        int room = Limits.TASK_BYTES - empty;
        String largest = work('"' + "x".repeat(room) + '"', crowd());
        String larger = work('"' + "x".repeat(room + 1) + '"', crowd());

        assertThat(console.ask("POST", "/v1/executions", largest).status()).isEqualTo(202);
        // Each fresh key has its own partition, so the last task may be listed first.
        assertThat(sizes()).containsExactlyInAnyOrder(empty, Limits.TASK_BYTES);
        refused(console.ask("POST", "/v1/executions", larger), "RECORD_TOO_LARGE", "task", Limits.TASK_BYTES);
        refused(
                console.ask("POST", MANY, "{\"items\":[" + work("1", "") + "," + larger + "]}"),
                "RECORD_TOO_LARGE",
                "items[1].task",
                Limits.TASK_BYTES);
        assertThat(sent()).hasSize(2);
    }

    /** The largest fields that may stand beside a payload. */
    private static String crowd() {
        String codes = IntStream.range(0, Limits.RETRY_CODES)
                .mapToObj(n -> '"' + Integer.toString(n + 10) + "漢".repeat(Limits.CODE - 2) + '"')
                .collect(Collectors.joining(",", "[", "]"));
        return ",\"retry\":{\"retryOn\":" + codes + ",\"giveUpOn\":" + codes + "},\"labels\":"
                + words(Limits.LABEL_VALUE) + ",\"metadata\":" + words(Limits.METADATA_VALUE);
    }

    private static String words(int length) {
        return IntStream.range(0, Limits.LABELS)
                .mapToObj(n -> "\"" + n + "\":\"" + "\\u0001".repeat(length) + "\"")
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Test
    void deadlineThatNoTaskMayHaveIsNamedByItsPlaceInTheBatch() {
        String late = work("1", ",\"deadline\":\"2026-12-18T06:00:00Z\"");
        RawAnswer answer = console.ask("POST", MANY, "{\"items\":[" + work("1", "") + "," + late + "]}");
        assertThat(answer.text("field")).as(answer.body()).isEqualTo("items[1].deadline");
        assertThat(answer.text("value")).isEqualTo("\"2026-12-18T06:00:00Z\"");
        assertThat(sent()).isEmpty();
    }

    @Test
    void scheduleWithThePayloadOfTheLargestSizeIsTakenAndOneByteMoreIsNot() {
        String start = "{\"taskId\":\"one\",\"type\":\"http\",\"every\":\"1h\",\"payload\":";
        String largest = start + text("漢", Limits.PAYLOAD_BYTES) + "}";
        String larger = start + text("漢", Limits.PAYLOAD_BYTES + 1) + "}";

        refused(console.ask("PUT", "/v1/schedules/one", larger), "PAYLOAD_TOO_LARGE", "payload", Limits.PAYLOAD_BYTES);
        assertThat(console.log.all(RunningConsole.NAMES.schedules())).isEmpty();
        RawAnswer batch = console.ask("POST", "/v1/schedules/batch", "{\"items\":[" + larger + "]}");
        assertThat(batch.json().at("/items/0/problem/code").stringValue()).isEqualTo("PAYLOAD_TOO_LARGE");
        assertThat(batch.json().at("/items/0/problem/limit").stringValue())
                .isEqualTo("at most " + Limits.PAYLOAD_BYTES + " bytes");
        assertThat(console.log.all(RunningConsole.NAMES.schedules())).isEmpty();
        assertThat(console.ask("PUT", "/v1/schedules/one", largest).status()).isEqualTo(201);
        RawAnswer again = console.ask("POST", "/v1/schedules/batch", "{\"items\":[" + largest + "]}");
        assertThat(again.text("unchanged")).as(again.body()).isEqualTo("1");
        assertThat(console.log.all(RunningConsole.NAMES.schedules())).hasSize(1);
    }

    @Test
    void bodyOfTheLargestSizeIsReadAndOneByteMoreIsNot() {
        String work = work("1", "");
        String largest = work + " ".repeat(ApiRoutes.BODY - work.length());

        assertThat(console.ask("POST", "/v1/executions", largest).status()).isEqualTo(202);
        try (RawHttp http = new RawHttp(console.port())) {
            // It is refused by its announced length.
            http.send("POST /v1/executions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: " + (ApiRoutes.BODY + 1) + "\r\n\r\n");
            RawAnswer answer = http.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.text("code")).isEqualTo("BODY_TOO_LARGE");
            assertThat(answer.text("limit")).isEqualTo("at most " + ApiRoutes.BODY + " bytes");
        }
        assertThat(sent()).hasSize(1);
    }

    @Test
    void batchOfTheLargestSizeIsReadAndOneByteMoreIsNot() {
        String batch = "{\"items\":[" + work("1", "") + "," + work("2", "") + "]}";
        String largest = batch + " ".repeat(ApiRoutes.BATCH_BODY - batch.length());

        assertThat(console.ask("POST", MANY, largest).status()).isEqualTo(202);
        assertThat(sent()).hasSize(2);
        try (RawHttp http = new RawHttp(console.port())) {
            http.send("POST " + MANY + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Content-Length: " + (ApiRoutes.BATCH_BODY + 1) + "\r\n\r\n");
            RawAnswer answer = http.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.text("limit")).isEqualTo("at most " + ApiRoutes.BATCH_BODY + " bytes");
        }
        assertThat(sent()).hasSize(2);
    }

    @Test
    void reasonOfTheLargestLengthIsTakenAndOneCharacterMoreIsNot() {
        console.applied("report");
        String path = "/v1/schedules/report/run";
        assertThat(console.ask("POST", path, "{\"reason\":\"" + "😀".repeat(Limits.MESSAGE) + "\"}")
                        .status())
                .isEqualTo(202);
        RawAnswer answer = console.ask("POST", path, "{\"reason\":\"" + "😀".repeat(Limits.MESSAGE + 1) + "\"}");
        assertThat(answer.text("code")).isEqualTo("TEXT_TOO_LONG");
        assertThat(answer.text("field")).isEqualTo("reason");
        assertThat(console.log.all(RunningConsole.NAMES.control())).hasSize(1);
    }
}
