package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code H}: the same in all versions, and evenly spread. */
class HashTest {
    private static final int TASKS = 60_000;

    /** A change here moves every schedule with H: these values are part of the contract. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        report         | H H * * *               | 0 44 22 * * *
        report         | H H H H H H             | 48 44 22 26 SEP FRI
        report         | H/15 * * * *            | 0 14/15 * * * *
        report         | H H(0-5) H(1-7) * *     | 0 44 4 5 * *
        report         | H(30-59)/10 H/6 * * MON | 0 34-54/10 4/6 * * MON
        nightly-report | H H * * *               | 0 39 5 * * *
        nightly-report | H H H H H H             | 42 39 5 13 APR TUE
        a              | H H * * *               | 0 47 16 * * *
        tenant_42.sync | H H * * H(MON-FRI)      | 0 37 14 * * TUE
        """)
    void isTheSameInEveryRelease(String taskId, String expression, String normal) {
        assertThat(CronExpression.parse(expression, taskId).normalForm()).isEqualTo(normal);
    }

    @Test
    void minutesAreSpreadEvenly() {
        assertEven(spread("H * * * *", 60, 0), 60);
        assertEven(spread("H(10-39) * * * *", 60, 0), 30);
        assertEven(spread("H/12 * * * *", 60, 0), 12);
    }

    @Test
    void hoursDaysAndWeekdaysAreSpreadEvenly() {
        assertEven(spread("0 H * * *", 24, 1), 24);
        assertEven(spread("0 0 H * *", 32, 2), 28);
        assertEven(spread("0 0 1 H *", 13, 3), 12);
        assertEven(spread("0 0 * * H", 7, 4), 7);
    }

    @Test
    void minuteAndHourDoNotFollowEachOther() {
        int[] found = new int[60 * 24];
        for (int i = 0; i < TASKS; i++) {
            LocalTicks ticks = CronSyntax.parse("H H * * *", "task-" + i);
            found[ticks.hours().from(0) * 60 + ticks.minutes().from(0)]++;
        }
        assertEven(found, 60 * 24);
    }

    /** How many tasks the first value of a field chose, by value. */
    private static int[] spread(String expression, int values, int field) {
        int[] found = new int[values];
        for (int i = 0; i < TASKS; i++) {
            LocalTicks ticks = CronSyntax.parse(expression, "task-" + i);
            FieldValues chosen = new FieldValues[] {
                        ticks.minutes(), ticks.hours(), ticks.days(), ticks.months(), ticks.weekdays()
                    }
                    [field];
            found[chosen.from(0)]++;
        }
        return found;
    }

    /** Pearson's test: a sum of more than four deviations above the expected one is not chance. */
    private static void assertEven(int[] found, int places) {
        int[] used = Arrays.stream(found).filter(count -> count > 0).toArray();
        assertThat(used).hasSize(places);
        double expected = (double) TASKS / places;
        double sum = Arrays.stream(used)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        double freedom = places - 1.0;
        assertThat(sum).isLessThan(freedom + 4 * Math.sqrt(2 * freedom));
    }
}
