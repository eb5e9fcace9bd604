package dev.carillon.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The corner cases of keys, one line each. */
class KeyTableTest {
    private static final String T = "2026-11-18T06:00:00Z";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a:2026-11-18T06:00:00Z",
                "A.b_c-9:2026-11-18T06:00:00Z",
                ".:2026-11-18T06:00:00Z",
                "a:2026-11-18T06:00:00.100Z",
                "a:2026-11-18T06:00:00.000001Z",
                "a:2026-11-18T06:00:00.000000001Z",
                "a:0000-01-01T00:00:00Z",
                "a:9999-12-31T23:59:59.999999999Z",
                "a:2026-11-18T06:00:00.123456789Z~k3f5q2xa",
                "a:2026-11-18T06:00:00Z~aaaaaaaa",
                "a:2026-11-18T06:00:00.123Z~22777777/12",
                "a:2026-11-18T06:00:00Z/1",
                "a:2026-11-18T06:00:00Z/999999",
                "a:2026-11-18T06:00:00Z~delayed-0-0",
                "a:2026-11-18T06:00:00Z~delayed.low-0-0",
                "a:2026-11-18T06:00:00.123Z~a-1.urgent-11-9223372036854775807/3",
            })
    void isAKeyAndItsOwnSpelling(String key) {
        assertThat(ExecutionKey.parse(key)).hasToString(key);
        assertThat(ExecutionKey.parse(key).subExecution(8).whole())
                .isEqualTo(ExecutionKey.parse(key).whole());
    }

    @ParameterizedTest
    @CsvSource({
        "BAD_KEY,        ''",
        "BAD_KEY,        a",
        "BAD_KEY,        a/1",
        "BAD_KEY,        a:2026-11-18T06:00:00Z/0",
        "BAD_KEY,        a:2026-11-18T06:00:00Z/01",
        "BAD_KEY,        a:2026-11-18T06:00:00Z/",
        "BAD_KEY,        a:2026-11-18T06:00:00Z/-1",
        "BAD_KEY,        a:2026-11-18T06:00:00Z/1000000",
        "BAD_KEY,        a:2026-11-18T06:00:00Z/x",
        "BAD_KEY,        a:2026-11-18T06:00:00Z/١",
        "BAD_KEY,        a:/",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z/1/1",
        "BAD_EXEC_TIME,  a:",
        "BAD_EXEC_TIME,  a:/1",
        "BAD_EXEC_TIME,  a:b:2026-11-18T06:00:00Z",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00.000Z",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00.10Z",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00Z",
        "BAD_EXEC_TIME,  a:2026-11-18T07:00:00+01:00",
        "BAD_EXEC_TIME,  a:2026-11-18t06:00:00z",
        "BAD_EXEC_TIME,  a:2026-11-18T24:00:00Z",
        "BAD_EXEC_TIME,  a:2026-02-29T00:00:00Z",
        "BAD_EXEC_TIME,  a: 2026-11-18T06:00:00Z",
        "BAD_EXEC_TIME,  a:+10000-01-01T00:00:00Z",
        "BAD_EXEC_TIME,  a:-0001-12-31T23:59:59Z",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~x",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~k3f5q2x",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~k3f5q2xab",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~K3f5q2xa",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~k3f5q2x1",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~k3f5q2x8",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~k3f5q2xa~k3f5q2xa",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~k3f5q2xé",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00.000000000Z~k3f5q2xa",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~delayed",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~delayed-1",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~delayed-01-1",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~delayed--1-1",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~delayed-1-9223372036854775808",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~delayed-2147483648-1",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~default.normal-1-1~x",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~default.medium-1-1",
        "BAD_EXEC_TIME,  a:2026-11-18T06:00:00Z~Default.normal-1-1",
        "BAD_TASK_ID,    :2026-11-18T06:00:00Z",
        "BAD_TASK_ID,    a b:2026-11-18T06:00:00Z",
        "BAD_TASK_ID,    a/b:2026-11-18T06:00:00Z/1",
        "BAD_TASK_ID,    😀:2026-11-18T06:00:00Z",
        "BAD_TASK_ID,    é:2026-11-18T06:00:00Z",
        "BAD_TASK_ID,    ~:2026-11-18T06:00:00Z",
    })
    void isNoKey(ErrorCode code, String key) {
        ContractException refused = catchThrowableOfType(ContractException.class, () -> ExecutionKey.parse(key));
        assertThat(refused).as("accepted: %s", key).isNotNull();
        assertThat(refused.code()).as(refused.getMessage()).isEqualTo(code);
    }

    @Test
    void taskIdsEndAtTwoHundredCharacters() {
        String longest = "x".repeat(200);
        assertThat(ExecutionKey.parse(longest + ":" + T)).hasToString(longest + ":" + T);
        ContractException refused =
                catchThrowableOfType(ContractException.class, () -> ExecutionKey.parse(longest + "x:" + T));
        assertThat(refused.code()).isEqualTo(ErrorCode.BAD_TASK_ID);
        assertThat(refused).hasMessageContaining("201").hasMessageContaining("200");
    }

    @Test
    void theLongestKeyIsWithinTheLimit() {
        ExecutionKey longest = ExecutionKey.of(
                "x".repeat(200),
                new ExecTime(
                        Instant.parse("9999-12-31T23:59:59.999999999Z"),
                        null,
                        new RecordPosition("q".repeat(50) + ".urgent", Integer.MAX_VALUE, Long.MAX_VALUE)),
                999_999);
        assertThat(longest.toString()).hasSizeLessThanOrEqualTo(ExecutionKey.MAX_LENGTH);
        assertThat(ExecutionKey.parse(longest.toString())).isEqualTo(longest);
        ContractException refused = catchThrowableOfType(
                ContractException.class, () -> ExecutionKey.parse("x".repeat(1_000_000) + ":" + T));
        assertThat(refused.code()).isEqualTo(ErrorCode.BAD_KEY);
    }
}
