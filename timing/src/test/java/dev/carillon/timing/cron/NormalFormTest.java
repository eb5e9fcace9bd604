package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NormalFormTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        0 6 * * MON-FRI              | 0 0 6 * * MON-FRI
        30 2 * * *                   | 0 30 2 * * *
        @hourly                      | 0 0 * * * *
        @weekly                      | 0 0 0 * * SUN
        @yearly                      | 0 0 0 1 JAN *
        0 0 12 ? * 7                 | 0 0 12 * * SUN
        0 0 12 * * 0,6               | 0 0 12 * * SAT,SUN
        0 0 12 * * fri-sun           | 0 0 12 * * FRI-SUN
        0 0 17 * * 4,1               | 0 0 17 * * MON,THU
        0 0 3 15,1 * *               | 0 0 3 1,15 * *
        0 0/5 * * * *                | 0 */5 * * * *
        */5 * * * * *                | */5 * * * * *
        0,15,30,45 * * * * *         | */15 * * * * *
        0 0 9-17 * * *               | 0 0 9-17 * * *
        0 0 9,10,11,15 * * *         | 0 0 9-11,15 * * *
        0 0,15,30,45 6 * * *         | 0 0-45/15 6 * * *
        0 0-59/15 6 * * *            | 0 0-45/15 6 * * *
        0 */15 6 * * *               | 0 */15 6 * * *
        0 */20,7 6 * * *             | 0 */20,7 6 * * *
        0 3/20 6 * * *               | 0 3/20 6 * * *
        0 50/20 6 * * *              | 0 50/10 6 * * *
        0 0-59 6 * * *               | 0 0-59 6 * * *
        0 */1 6 * * *                | 0 * 6 * * *
        0 * 0-23 * * *               | 0 * * * * *
        0 0 0 */2 * *                | 0 0 0 1-31/2 * *
        0 0 0 1-31 * 1               | 0 0 0 * * *
        0 0 0 13 * 0-7               | 0 0 0 * * *
        0 0 0 13 * 5                 | 0 0 0 13 * FRI
        0 0 0 l * *                  | 0 0 0 L * *
        0 0 0 lw * *                 | 0 0 0 LW * *
        0 0 0 L-3 * *                | 0 0 0 L-3 * *
        0 0 0 15w * *                | 0 0 0 15W * *
        0 0 0 * * 5L                 | 0 0 0 * * FRIL
        0 0 0 * * 5#3,1#1,2          | 0 0 0 * * TUE,MON#1,FRI#3
        0 0 0 1 1-12/3 *             | 0 0 0 1 */3 *
        0 0 0 1 6,7,8 *              | 0 0 0 1 JUN-AUG *
        """)
    void oneSpellingForEachMeaning(String expression, String normal) {
        assertThat(CronExpression.parse(expression, "task").normalForm()).isEqualTo(normal);
    }

    @Test
    void hashesAreResolvedForTheTask() {
        CronExpression cron = CronExpression.parse("H H(0-5) * * *", "report");

        assertThat(cron.hasHash()).isTrue();
        assertThat(cron.normalForm()).matches("0 [0-9]+ [0-5] \\* \\* \\*");
        assertThat(CronExpression.parse("0 0 * * THU", "report").hasHash()).isFalse();
    }

    @Test
    void itFiresWhereTheExpressionDoesAndIsItsOwnNormalForm() {
        Random random = new Random(20_261_118);
        Instant start = Instant.parse("2026-10-24T00:00:00Z");
        for (int i = 0; i < 2_000; i++) {
            RandomCron drawn = RandomCron.draw(random, 2);
            CronExpression cron = CronExpression.read(drawn.text(), drawn.taskId());
            CronExpression normal = CronExpression.read(cron.normalForm(), "task");

            assertThat(normal.normalForm()).as(cron.toString()).isEqualTo(cron.normalForm());
            assertThat(normal.countsElapsedTime()).as(cron.toString()).isEqualTo(cron.countsElapsedTime());
            assertThat(fires(normal, start)).as(cron.toString()).isEqualTo(fires(cron, start));
        }
    }

    private static List<Instant> fires(CronExpression cron, Instant start) {
        List<Instant> found = new ArrayList<>();
        ZoneId zone = ZoneId.of("Europe/Berlin");
        Optional<Instant> next = cron.next(start, zone, Gap.RUN_AFTER, Fold.BOTH);
        while (next.isPresent() && found.size() < 30) {
            found.add(next.get());
            next = cron.next(next.get(), zone, Gap.RUN_AFTER, Fold.BOTH);
        }
        return found;
    }
}
