package dev.carillon.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.OutcomeBuilder;
import dev.carillon.schemas.record.OutcomeStatus;
import dev.carillon.schemas.record.Result;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Limits;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each invalid input gets its own code, and a message that names the field. */
class BadInputTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "BAD_JSON           | value      | ``",
                "BAD_JSON           | value      | ` `",
                "BAD_JSON           | value      | `{`",
                "BAD_JSON           | value      | `{\"taskId\":\"a\"} x`",
                "BAD_JSON           | value      | `{\"taskId\":\"a\"}{}`",
                "BAD_JSON           | value      | `{'taskId':'a'}`",
                "BAD_JSON           | value      | `{\"taskId\":\"a\",}`",
                "BAD_JSON           | value      | `{\"taskId\":NaN}`",
                "BAD_JSON           | value      | `{\"taskId\":-Infinity}`",
                "BAD_JSON           | value      | `{\"payload\":NaN}`",
                "BAD_JSON           | value      | `{\"attempt\":01}`",
                "NOT_AN_OBJECT      | value      | `[]`",
                "NOT_AN_OBJECT      | value      | `\"text\"`",
                "NOT_AN_OBJECT      | value      | `null`",
                "DUPLICATE_FIELD    | value      | `{\"taskId\":\"a\",\"taskId\":\"b\"}`",
                "DUPLICATE_FIELD    | value      | `{\"payload\":{\"x\":[{\"y\":1,\"y\":1}]}}`",
                "MISSING_FIELD      | taskId     | `{}`",
                "MISSING_FIELD      | taskId     | `{\"taskId\":null}`",
                "MISSING_FIELD      | type       | `{\"taskId\":\"a\"}`",
                "WRONG_TYPE         | taskId     | `{\"taskId\":7}`",
                "WRONG_TYPE         | attempt    | `{\"taskId\":\"a\",\"type\":\"x\",\"attempt\":\"1\"}`",
                "WRONG_TYPE         | attempt    | `{\"taskId\":\"a\",\"type\":\"x\",\"attempt\":1.5}`",
                "OUT_OF_RANGE       | attempt    | `{\"taskId\":\"a\",\"type\":\"x\",\"attempt\":0}`",
                "OUT_OF_RANGE       | attempt    | `{\"taskId\":\"a\",\"type\":\"x\",\"attempt\":1e999999999}`",
                "OUT_OF_RANGE       | attempt    | `{\"taskId\":\"a\",\"type\":\"x\",\"attempt\":1e99999999999}`",
                "OUT_OF_RANGE       | attempt    | `{\"taskId\":\"a\",\"type\":\"x\",\"attempt\":9223372036854775808}`",
                "OUT_OF_RANGE       | retry.jitter | `{\"taskId\":\"a\",\"type\":\"x\",\"retry\":{\"jitter\":1e999999999}}`",
                "CONFLICTING_FIELDS | retry.delay  | `{\"taskId\":\"a\",\"type\":\"x\",\"retry\":{\"delay\":\"1h\"}}`",
                "OUT_OF_RANGE       | timeout    | `{\"taskId\":\"a\",\"type\":\"x\",\"timeout\":\"7d\"}`",
                "OUT_OF_RANGE       | timeout    | `{\"taskId\":\"a\",\"type\":\"x\",\"timeout\":\"soon\"}`",
                "OUT_OF_RANGE       | timeout    | `{\"taskId\":\"a\",\"type\":\"x\",\"timeout\":\"999999999999d\"}`",
                "OUT_OF_RANGE       | notBefore  | `{\"taskId\":\"a\",\"type\":\"x\",\"notBefore\":\"2026-02-30T00:00:00Z\"}`",
                "OUT_OF_RANGE       | notBefore  | `{\"taskId\":\"a\",\"type\":\"x\",\"notBefore\":\"+10000-01-01T00:00:00Z\"}`",
                "BAD_EXEC_TIME      | execTime   | `{\"taskId\":\"a\",\"type\":\"x\",\"execTime\":\"2026-11-18T06:00Z\"}`",
                "UNKNOWN_VALUE      | priority   | `{\"taskId\":\"a\",\"type\":\"x\",\"priority\":\"High\"}`",
                "BAD_QUEUE          | queue      | `{\"taskId\":\"a\",\"type\":\"x\",\"queue\":\"A.b\"}`",
                "BAD_TASK_ID        | taskId     | `{\"taskId\":\"a:b\"}`",
                "BAD_TASK_ID        | taskId     | `{\"taskId\":\"a/b\"}`",
                "BAD_TASK_ID        | taskId     | `{\"taskId\":\"😀\"}`",
                "BAD_TASK_ID        | taskId     | `{\"taskId\":\"\"}`",
                "BAD_TEXT           | taskId     | `{\"taskId\":\"\\ud800\"}`",
                "BAD_TEXT           | type       | `{\"taskId\":\"a\",\"type\":\" x\"}`",
                "BAD_TEXT           | name       | `{\"taskId\":\"a\",\"type\":\"x\",\"name\":\"a\\u0007b\"}`",
                "UNSUPPORTED_VERSION | v         | `{\"v\":2,\"taskId\":\"a\",\"type\":\"x\"}`",
            })
    void isRefusedByItsOwnCode(ErrorCode code, String field, String json) {
        refused(Kind.TASK, code, field, json.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "MISSING_FIELD      | cron       | `{\"taskId\":\"a\",\"type\":\"x\",\"from\":\"2026-01-01T00:00:00Z\"}`",
                "CONFLICTING_FIELDS | every      | `{\"taskId\":\"a\",\"type\":\"x\",\"cron\":\"* * * * *\",\"every\":\"5s\"}`",
                "CONFLICTING_FIELDS | zone       | `{\"taskId\":\"a\",\"type\":\"x\",\"every\":\"5s\",\"zone\":\"UTC\"}`",
                "BAD_ZONE           | zone       | `{\"taskId\":\"a\",\"type\":\"x\",\"cron\":\"* * * * *\",\"zone\":\"Mars Base\"}`",
                "OUT_OF_RANGE       | at         | `{\"taskId\":\"a\",\"type\":\"x\",\"at\":\"2026-01-01T00:00:00.5Z\"}`",
                "OUT_OF_RANGE       | every      | `{\"taskId\":\"a\",\"type\":\"x\",\"every\":\"1500ms\"}`",
                "OUT_OF_RANGE       | deadline   | `{\"taskId\":\"a\",\"type\":\"x\",\"every\":\"5s\",\"deadline\":\"7d\"}`",
                "CONFLICTING_FIELDS | dependsOn  | `{\"taskId\":\"a\",\"type\":\"x\",\"dependsOn\":[\"a\"]}`",
                "BAD_TASK_ID        | dependsOn[1] | `{\"taskId\":\"a\",\"type\":\"x\",\"dependsOn\":[\"b\",\"b:c\"]}`",
            })
    void aScheduleIsRefusedByItsOwnCode(ErrorCode code, String field, String json) {
        refused(Kind.SCHEDULE, code, field, json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void otherEncodingsAreRefused() {
        String json = "{\"taskId\":\"a\",\"type\":\"x\"}";
        for (String charset : new String[] {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32"}) {
            refused(Kind.TASK, ErrorCode.BAD_JSON, "value", json.getBytes(Charset.forName(charset)));
        }
        refused(Kind.TASK, ErrorCode.BAD_JSON, "value", ("\ufeff" + json).getBytes(StandardCharsets.UTF_8));
        refused(Kind.TASK, ErrorCode.BAD_JSON, "value", "{\"taskId\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1));
        // A surrogate and a zero in the wrong number of bytes.
        refused(Kind.TASK, ErrorCode.BAD_JSON, "value", new byte[] {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'});
        refused(Kind.TASK, ErrorCode.BAD_JSON, "value", new byte[] {'"', (byte) 0xc0, (byte) 0x80, '"'});
    }

    @Test
    void whatATaskMayCarryCanBeReadInEveryRecordThatCarriesTheTask() {
        String deepest = "[".repeat(90) + "]".repeat(90);
        for (String field : new String[] {"payload", "other"}) {
            String start = "{\"taskId\":\"a\",\"execTime\":\"2026-11-18T06:00:00Z\",\"type\":\"x\",\"" + field + "\":";
            Task task = Kind.TASK.decode((start + deepest + "}").getBytes(StandardCharsets.UTF_8));
            Result failed = Result.of(ExecutionKey.parse("a:2026-11-18T06:00:00Z"), 1, ResultStatus.FAILED)
                    .withData(RawJson.parse(deepest))
                    .withTask(task);
            Outcome outcome = OutcomeBuilder.builder()
                    .key(failed.key())
                    .status(OutcomeStatus.FAILED)
                    .attempts(1)
                    .last(failed)
                    .decidedAt(Instant.EPOCH)
                    .rest(Map.of())
                    .build();
            assertThat(Kind.OUTCOME.decode(Kind.OUTCOME.encode(outcome))).isEqualTo(outcome);
            byte[] deeper = (start + "[" + deepest + "]}").getBytes(StandardCharsets.UTF_8);
            refused(
                    Kind.TASK,
                    ErrorCode.TOO_DEEP,
                    field.equals("payload") ? field : ContractException.shown(field),
                    deeper);
        }
    }

    @Test
    void bracketsInTextsAreNoLevels() {
        String text = "\"" + "[\\\"{".repeat(200) + "\"";
        String json = "{\"taskId\":\"a\",\"type\":\"x\",\"payload\":[" + text + "]}";
        assertThat(Kind.TASK.decode(json.getBytes(StandardCharsets.UTF_8)).taskId())
                .isEqualTo("a");
    }

    @Test
    void depthIsBoundedWhereverItLies() {
        String deep = "[".repeat(10_000) + "]".repeat(10_000);
        refused(Kind.TASK, ErrorCode.TOO_DEEP, "value", deep.getBytes(StandardCharsets.UTF_8));
        for (String field : new String[] {"payload", "retry", "unknown"}) {
            String json = "{\"taskId\":\"a\",\"type\":\"x\",\"" + field + "\":" + deep + "}";
            refused(Kind.TASK, ErrorCode.TOO_DEEP, "value", json.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void sizesAreBounded() {
        String big = "x".repeat(Limits.PAYLOAD_BYTES);
        refused(Kind.TASK, ErrorCode.PAYLOAD_TOO_LARGE, "payload", task("\"payload\":\"" + big + "\""));
        refused(Kind.TASK, ErrorCode.RECORD_TOO_LARGE, "value", task("\"unknown\":\"" + big + "\""));
        refused(Kind.TASK, ErrorCode.RECORD_TOO_LARGE, "task", task("\"payload\":\"" + big + big + big + "\""));
        refused(Kind.TASK, ErrorCode.TEXT_TOO_LONG, "name", task("\"name\":\"" + "x".repeat(201) + "\""));
        refused(
                Kind.TASK,
                ErrorCode.BAD_TASK_ID,
                "taskId",
                ("{\"taskId\":\"" + "x".repeat(201) + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void wholeNumbersMayHaveAPoint() {
        assertThat(Kind.TASK.decode(task("\"attempt\":2.0,\"delivery\":1e1")).attempt())
                .isEqualTo(2);
        assertThat(Kind.TASK.decode(task("\"sub\":-0,\"replays\":0e999999999")).sub())
                .isZero();
    }

    @Test
    void aPayloadKeepsItsBytes() {
        String payload = "{ \"n\": 1e5, \"z\": -0.0, \"big\": 1e999999999, \"half\": \"\\ud800\", \"é\": [1.50, 😀] }"
                .replace("😀", "\"😀\"");
        Task task = Kind.TASK.decode(task("\"payload\":" + payload));
        assertThat(task.work().payload().text()).isEqualTo(payload);
        assertThat(Kind.TASK.decode(Kind.TASK.encode(task))).isEqualTo(task);
    }

    @Test
    void textsForPeopleAreCutWhereTheyAreWritten() {
        Result result = Result.of(ExecutionKey.parse("a:2026-11-18T06:00:00Z"), 1, ResultStatus.FAILED)
                .withReason("CODE", "😀".repeat(5_000), "x".repeat(100_000) + "\ud800");
        Result read = Kind.RESULT.decode(Kind.RESULT.encode(result));
        assertThat(read.message()).hasSizeLessThanOrEqualTo(Limits.MESSAGE).endsWith("…");
        assertThat(read.error()).hasSize(Limits.ERROR).endsWith("…");
        // A text that was cut in the middle of a character is repaired.
        Result half = result.withReason("CODE", "half \ud83d", null);
        assertThat(Kind.RESULT.decode(Kind.RESULT.encode(half)).message()).isEqualTo("half \ufffd");
    }

    @Test
    void aTaskOfTheLargestPartsCanStillBeRetriedAndReported() {
        StringBuilder labels = new StringBuilder();
        StringBuilder metadata = new StringBuilder();
        for (int i = 0; i < Limits.LABELS; i++) {
            String name = "n".repeat(Limits.LABEL_NAME - 2) + (10 + i);
            labels.append(i == 0 ? "" : ",").append("\"" + name + "\":\"" + "é".repeat(Limits.LABEL_VALUE) + "\"");
            metadata.append(i == 0 ? "" : ",").append("\"" + name + "\":\"" + "é".repeat(Limits.METADATA_VALUE) + "\"");
        }
        Task task = Kind.TASK.decode(task("\"payload\":\"" + "x".repeat(Limits.PAYLOAD_BYTES - 2) + "\",\"labels\":{"
                + labels + "},\"metadata\":{" + metadata + "},\"unknown\":\"" + "x".repeat(60_000) + "\""));
        Task keyed = task.withKey(ExecutionKey.parse("a:2026-11-18T06:00:00Z"));
        assertThat(Kind.TASK.encode(keyed)).hasSizeLessThan(Limits.TASK_BYTES);
        Result result = Result.of(ExecutionKey.parse("a:2026-11-18T06:00:00Z"), 1, ResultStatus.FAILED)
                .withTask(keyed)
                .withData(RawJson.parse("\"" + "x".repeat(Limits.RESULT_DATA_BYTES - 2) + "\""))
                .withReason("CODE", "é".repeat(2_000), "😀".repeat(16_000));
        assertThat(Kind.RESULT.decode(Kind.RESULT.encode(result)).task()).isEqualTo(keyed);
    }

    private static byte[] task(String more) {
        return ("{\"taskId\":\"a\",\"type\":\"x\"," + more + "}").getBytes(StandardCharsets.UTF_8);
    }

    private static void refused(Kind<?> kind, ErrorCode code, String field, byte[] bytes) {
        ContractException refused = catchThrowableOfType(ContractException.class, () -> kind.decode(bytes));
        assertThat(refused)
                .as("accepted: %s", new String(bytes, StandardCharsets.UTF_8))
                .isNotNull();
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code);
        assertThat(refused.field()).isEqualTo(field);
        assertThat(refused).hasMessageStartingWith(field + ": ");
        assertThat(kind.ifReadable(bytes).isPresent())
                .as("a reader of many records skips it")
                .isFalse();
    }
}
