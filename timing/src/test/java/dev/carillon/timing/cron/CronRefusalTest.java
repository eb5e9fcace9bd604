package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronRefusalTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
        60 * * * *          | minute field has 60, allowed are 0-59
        * 24 * * *          | hour field has 24
        0 0 0 * *           | day-of-month field has 0
        0 0 1 13 *          | month field has 13
        0 0 * * 8           | day-of-week field has 8
        0 0 * * FOO         | 0-7 or SUN-SAT
        * * * *             | has 4 fields
        0 0 0 1 1 * 2026    | has 7 fields
        0 22-2 * * *        | write 22-23,0-2
        0 0 * * 5-0         | write 5-6,0
        0 0 * * SAT-MON     | write 6,0-1
        0 0 * * FRI-TUE     | some read as running over the end
        1,,2 * * * *        | empty place
        */60 * * * *        | the step 60
        */0 * * * *         | the step 0
        *,5 * * * *         | inside a list: some parsers take every value, others only the other items
        0 0 0 ? * ?         | every day to some parsers
        0 0 */2 * 1         | vixie cron fires when both match
        0 0 1,L * *         | inside a list
        0 0 L,15W * *       | inside a list: some parsers take each item of it, others only one
        0 0 * * L           | every Saturday to some
        0 0 * * 1,5L        | inside a list
        0 0 32W * *         | has 32
        0 0 * * 1#6         | 1 to 5 times
        @reboot             | shorthand
        ? * * * *           | only day-of-month and day-of-week may have
        0 0 1,? * *         | inside a list
        0 0 31W * *         | February may have only 28 days: some parsers leave such a month out, others take its last
        0 0 0 29W FEB *     | write LW
        0 0 31W JAN,APR *   | April may have only 30 days
        0 0 31W 2 *         | others fail when it comes
        0 0 L-30 * *        | others take its first day
        0 0 L-0 * *         | has L-0, which is no day
        0 0 L-31 * *        | has L-31, which is no day
        0 0 L-28 FEB *      | write 1 for the first day
        @every 5m           | use the field every
        0 0 -1 * *          | which is no value
        a * * * *           | which is no value
        1-2-3 * * * *       | which is no value
        1/2/3 * * * *       | which is no value
        0 0 W * *           | which is no day
        H(9-3) * * * *      | empty range
        """)
    void namesTheFieldTheValueAndTheLimit(String expression, String words) {
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> CronExpression.parse(expression, "t"))
                .withMessageContaining(words)
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_CRON));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n", "0 0 \u0000 * *", "0 0 * * * ; rm", "0 0 * * *\r\n", "\u00a00 0 * * *"})
    void refusesTextThatIsNotCron(String expression) {
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> CronExpression.parse(expression, "t"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_CRON));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "\u0661 0 * * *|U+0661 at position 1",
                "0 \uff10 * * *|U+FF10 at position 3",
                "\ufeff0 0 * * *|U+FEFF (a byte order mark) at position 1",
                "0 0 * * \ud835\udfcf|U+1D7CF at position 9",
            })
    void namesTheCharacterThatIsNotAllowed(String expression, String words) {
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> CronExpression.parse(expression, "t"))
                .withMessageContaining(words)
                .withMessageContaining("allowed are 0-9, A-Z, a-z")
                .withMessageContaining("type it again, in plain ASCII")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_CRON));
    }

    @Test
    void namesATrailingLineEnd() {
        namesTheCharacterThatIsNotAllowed("0 0 * * *\n", "U+000A (a line end) at position 10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,", "*", " ", "@", "\u0661", "(", "9"})
    void refusesMegabytesAtOnce(String repeated) {
        String megabyte = repeated.repeat(600 * 1024 / repeated.length());
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> CronExpression.parse(megabyte, "t"))
                .withMessageContaining("the limit is 500")
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())).hasSizeLessThan(300));

        long begun = SystemTime.ticker().nanos();
        for (int i = 0; i < 100; i++) {
            assertThatExceptionOfType(ContractException.class).isThrownBy(() -> CronExpression.parse(megabyte, "t"));
        }
        Duration each = Duration.ofNanos((SystemTime.ticker().nanos() - begun) / 100);
        assertThat(each).isLessThan(Duration.ofMillis(50));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 0 30 2 *", "0 0 31 4,6,9,11 *", "0 0 30,31 FEB ?"})
    void refusesWhatNeverFires(String expression) {
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> CronExpression.parse(expression, "t"))
                .withMessageContaining("no date that exists within 40 years")
                .withMessageContaining("name a day that its months have")
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NEVER_FIRES));
    }
}
