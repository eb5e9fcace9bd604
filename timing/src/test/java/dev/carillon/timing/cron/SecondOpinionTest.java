package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchException;

import dev.carillon.schemas.error.ContractException;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The remembered fields must give the same answer for a whole expression as cron-utils. */
class SecondOpinionTest {
    private static final int DRAWN = 5_000;

    @Test
    void rememberedFieldsDecideAsTheWholeExpressionWould() {
        Random random = new Random(20261119);
        for (int drawn = 0; drawn < DRAWN; drawn++) {
            RandomCron cron = RandomCron.draw(random, drawn % 24);
            LocalTicks ticks = CronSyntax.parse(cron.text(), cron.taskId());

            Exception remembered = catchException(() -> SecondOpinion.check(cron.text(), ticks));
            Exception whole = catchException(() -> SecondOpinion.askCronUtils(cron.text(), plain(ticks)));

            assertThat(remembered == null).as("%s", cron).isEqualTo(whole == null);
        }
    }

    /** The five other fields are remembered from the expression before. */
    @Test
    void oneFieldThatCronUtilsRefusesIsRefusedAmongReadableOnes() {
        LocalTicks readable = CronSyntax.parse("0 0 6 * * *", "report");
        SecondOpinion.check("0 0 6 * * *", readable);
        FieldValues hours = readable.hours();
        FieldValues odd =
                new FieldValues(hours.bits(), hours.rules(), hours.open(), hours.any(), hours.starStep(), "6~7");
        LocalTicks refused = new LocalTicks(
                readable.seconds(), readable.minutes(), odd, readable.days(), readable.months(), readable.weekdays());

        for (int time = 0; time < 2; time++) {
            assertThat(catchException(() -> SecondOpinion.check("0 0 6~7 * * *", refused)))
                    .isInstanceOf(ContractException.class)
                    .hasMessageContaining("another cron parser rejects it");
        }
    }

    private static String plain(LocalTicks ticks) {
        return String.join(
                " ",
                ticks.seconds().plain(),
                ticks.minutes().plain(),
                ticks.hours().plain(),
                ticks.days().plain(),
                ticks.months().plain(),
                ticks.weekdays().plain());
    }
}
