package dev.carillon.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.kit.time.ManualClock;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Task;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TaskLineTest {
    private static final FreshKeys KEYS = new FreshKeys(new ManualClock(Instant.parse("2026-11-18T06:00:00Z")));

    private static Task read(String line) {
        return TaskLine.read(line.getBytes(StandardCharsets.UTF_8), KEYS);
    }

    private static ContractException refusal(String line) {
        return catchThrowableOfType(ContractException.class, () -> read(line));
    }

    @Test
    void aLineWithoutExecTimeIsNewWorkEachTime() {
        String line = "{\"taskId\":\"a\",\"type\":\"x\"}";
        assertThat(read(line).key()).isNotNull().isNotEqualTo(read(line).key());
    }

    @Test
    void aLineWithExecTimeIsTheSameWorkEachTime() {
        String line = "{\"taskId\":\"a\",\"type\":\"x\",\"execTime\":\"2026-11-18T06:00:00Z\"}";
        assertThat(read(line).key())
                .hasToString("a:2026-11-18T06:00:00Z")
                .isEqualTo(read(line).key());
    }

    /** Two spellings of one instant would be two keys, and so the work would be done twice. */
    @Test
    void anExecTimeHasOneSpelling() {
        ContractException refused =
                refusal("{\"taskId\":\"a\",\"type\":\"x\",\"execTime\":\"2026-11-18T07:00:00+01:00\"}");
        assertThat(refused.code()).isEqualTo(ErrorCode.BAD_EXEC_TIME);
        assertThat(refused).hasMessageEndingWith("write 2026-11-18T06:00:00Z");
    }

    @Test
    void whatALineSaysAboutItsWorkIsKeptByteForByte() {
        Task task = read("{\"payload\":{\"b\":1.50,\"a\":\"Grüße 漢 \uD83D\uDD14\"},\"type\":\"x\",\"taskId\":\"a\","
                + "\"labels\":{\"team\":\"Straße\"},\"retry\":{\"maxRetries\":0}}");
        assertThat(task.work().payload().text()).isEqualTo("{\"b\":1.50,\"a\":\"Grüße 漢 \uD83D\uDD14\"}");
        assertThat(task.work().labels()).containsEntry("team", "Straße");
        assertThat(task.work().retry().maxRetries()).isZero();
    }

    @Test
    void aCarriageReturnBehindTheObjectIsNoMistake() {
        assertThat(read("  {\"taskId\":\"a\",\"type\":\"x\"} \t\r").taskId()).isEqualTo("a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"taskId\":\"a\",\"type\":\"x\",\"retyr\":3} | \"retyr\" | did you mean retry?",
                "{\"taskId\":\"a\",\"type\":\"x\",\"retry\":{\"max\":3}} | retry.\"max\" | maxRetries",
                "{\"taskId\":\"a\",\"type\":\"x\",\"Payload\":3} | \"Payload\" | did you mean payload?",
                "{\"taskId\":\"a\",\"type\":\"x\",\"zzz\":3} | \"zzz\" | known fields: v, taskId, execTime,",
                "{\"taskId\":\"a\",\"type\":\"x\",\"cron\":\"@daily\"} | \"cron\" | known fields:"
            })
    void aFieldThatNoTaskHasIsNamedWithTheNearestOne(String line, String field, String hint) {
        ContractException refused = refusal(line);
        assertThat(refused.code()).isEqualTo(ErrorCode.UNKNOWN_VALUE);
        assertThat(refused.field()).isEqualTo(field);
        assertThat(refused).hasMessageContaining(hint);
    }

    /** Whoever sends a later attempt would overtake the retries of the collector. */
    @ParameterizedTest
    @ValueSource(
            strings = {"\"attempt\":2", "\"delivery\":2", "\"origin\":\"tick\"", "\"origin\":\"retry\",\"attempt\":3"})
    void whatOnlyCarillonSetsIsRefused(String field) {
        ContractException refused = refusal("{\"taskId\":\"a\",\"type\":\"x\"," + field + "}");
        assertThat(refused.code()).isIn(ErrorCode.CONFLICTING_FIELDS, ErrorCode.UNKNOWN_VALUE);
        assertThat(refused).hasMessageContaining("leave");
    }

    @Test
    void anExecTimeThatNamesAPositionIsRefused() {
        ContractException refused =
                refusal("{\"taskId\":\"a\",\"type\":\"x\",\"execTime\":\"2026-11-18T06:00:00Z~default.normal-3-17\"}");
        assertThat(refused.code()).isEqualTo(ErrorCode.BAD_EXEC_TIME);
        assertThat(refused).hasMessageContaining("write an instant");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"taskId\":\"a\",\"type\":\"x\" | BAD_JSON",
                "{\"taskId\":\"a\",\"type\":\"x\"}} | BAD_JSON",
                "{\"taskId\":\"a\",\"type\":\"x\"}{\"taskId\":\"b\",\"type\":\"x\"} | BAD_JSON",
                "{'taskId':'a','type':'x'} | BAD_JSON",
                "\uFEFF{\"taskId\":\"a\",\"type\":\"x\"} | BAD_JSON",
                "{\"taskId\":\"a\",\"taskId\":\"b\",\"type\":\"x\"} | DUPLICATE_FIELD",
                "[] | NOT_AN_OBJECT",
                "null | NOT_AN_OBJECT",
                "\"text\" | NOT_AN_OBJECT",
                "{} | MISSING_FIELD",
                "{\"taskId\":null,\"type\":\"x\"} | MISSING_FIELD",
                "{\"taskId\":\"a b\",\"type\":\"x\"} | BAD_TASK_ID",
                "{\"taskId\":\"\",\"type\":\"x\"} | BAD_TASK_ID",
                "{\"taskId\":\"a\",\"type\":\"x\",\"queue\":\"Mail\"} | BAD_QUEUE",
                "{\"taskId\":\"a\",\"type\":\"x\",\"timeout\":\"forever\"} | OUT_OF_RANGE",
                "{\"taskId\":\"a\",\"type\":\"x\",\"timeout\":5} | WRONG_TYPE",
                "{\"taskId\":7,\"type\":\"x\"} | WRONG_TYPE"
            })
    void aBrokenLineHasTheCodeOfItsMistake(String line, ErrorCode code) {
        assertThat(refusal(line).code()).isEqualTo(code);
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        byte[] latin = "{\"taskId\":\"a\",\"type\":\"Grüße\"}".getBytes(StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> TaskLine.read(latin, KEYS)).isInstanceOf(ContractException.class);
    }
}
