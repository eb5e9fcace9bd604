package dev.carillon.trigger.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
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
        0 0 * * FRI-TUE     | some read as running over the end
        1,,2 * * * *        | empty place
        */60 * * * *        | the step 60
        */0 * * * *         | the step 0
        *,5 * * * *         | inside a list
        0 0 0 ? * ?         | every day to some readers
        0 0 */2 * 1         | vixie cron fires when both match
        0 0 1,L * *         | inside a list
        0 0 L,15W * *       | inside a list
        0 0 * * L           | every Saturday to some
        0 0 * * 1,5L        | inside a list
        0 0 32W * *         | has 32
        0 0 * * 1#6         | 1 to 5 times
        @every              | shorthand
        @reboot             | shorthand
        ? * * * *           | inside a list
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
    @ValueSource(strings = {"", " ", "\n", "0 0 * * *\n", "\u0661 0 * * *", "0 0 \u0000 * *", "0 0 * * * ; rm"})
    void refusesWhatIsNotEvenLikeCron(String expression) {
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> CronExpression.parse(expression, "t"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_CRON));
    }

    @Test
    void refusesMegabytesAtOnce() {
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> CronExpression.parse("1,".repeat(300_000) + "1 * * * *", "t"))
                .withMessageContaining("the limit is 500");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 0 30 2 *", "0 0 31 4,6,9,11 *", "0 0 31W 2 *", "0 0 L-30 2 *"})
    void refusesWhatNeverFires(String expression) {
        assertThatExceptionOfType(ContractException.class)
                .isThrownBy(() -> CronExpression.parse(expression, "t"))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.NEVER_FIRES));
    }
}
