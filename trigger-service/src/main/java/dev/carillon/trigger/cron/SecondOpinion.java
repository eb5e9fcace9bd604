package dev.carillon.trigger.cron;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.parser.CronParser;

/**
 * Asks cron-utils whether it can read an expression too. Where two readers differ, an expression is not as clear as its
 * author thinks, so it is refused.
 *
 * <p>Only its syntax is asked for: its zone arithmetic is wrong around clock changes.
 */
final class SecondOpinion {
    private static final CronDefinition DEFINITION = CronDefinitionBuilder.defineCron()
            .withSeconds()
            .withValidRange(0, 59)
            .withStrictRange()
            .and()
            .withMinutes()
            .withValidRange(0, 59)
            .withStrictRange()
            .and()
            .withHours()
            .withValidRange(0, 23)
            .withStrictRange()
            .and()
            .withDayOfMonth()
            .supportsL()
            .supportsW()
            .supportsLW()
            .supportsQuestionMark()
            .withValidRange(1, 31)
            .withStrictRange()
            .and()
            .withMonth()
            .withValidRange(1, 12)
            .withStrictRange()
            .and()
            .withDayOfWeek()
            .withMondayDoWValue(1)
            .withIntMapping(7, 0)
            .supportsL()
            .supportsHash()
            .supportsQuestionMark()
            .withValidRange(0, 7)
            .withStrictRange()
            .and()
            .instance();
    private static final CronParser PARSER = new CronParser(DEFINITION);

    private SecondOpinion() {}

    static void check(String expression, LocalTicks ticks) {
        String plain = String.join(
                " ",
                ticks.seconds().plain(),
                ticks.minutes().plain(),
                ticks.hours().plain(),
                ticks.days().plain(),
                ticks.months().plain(),
                ticks.weekdays().plain());
        try {
            PARSER.parse(plain).validate();
        } catch (IllegalArgumentException e) {
            throw CronSyntax.bad(
                    expression,
                    "is clear to Carillon, but another reader refuses it (" + e.getMessage() + ")",
                    "write it in a plainer way");
        }
    }
}
