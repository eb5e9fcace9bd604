package dev.carillon.timing.cron;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.parser.CronParser;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Checks that cron-utils can parse an expression too. If two parsers differ, the expression is not as clear as its
 * author thinks, so it is rejected.
 *
 * <p>Only the syntax is checked: the zone arithmetic of cron-utils is wrong around clock changes.
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

    /** At this number all are dropped. */
    private static final int MOST_REMEMBERED = 5_000;

    /**
     * Fields of expressions that cron-utils could parse. It takes ten times as long as our own parser and checks each
     * field by itself, and thousands of expressions consist of a few hundred fields.
     */
    private static final Set<Field> READABLE = ConcurrentHashMap.newKeySet();

    private record Field(int place, String plain) {}

    private SecondOpinion() {}

    static void check(String expression, LocalTicks ticks) {
        List<String> plain = List.of(
                ticks.seconds().plain(),
                ticks.minutes().plain(),
                ticks.hours().plain(),
                ticks.days().plain(),
                ticks.months().plain(),
                ticks.weekdays().plain());
        List<Field> fields = IntStream.range(0, plain.size())
                .mapToObj(place -> new Field(place, plain.get(place)))
                .toList();
        if (READABLE.containsAll(fields)) {
            return;
        }
        askCronUtils(expression, String.join(" ", plain));
        if (READABLE.size() >= MOST_REMEMBERED) {
            READABLE.clear();
        }
        READABLE.addAll(fields);
    }

    /** Refuses the expression unless cron-utils can read its plain spelling. */
    static void askCronUtils(String expression, String plain) {
        try {
            PARSER.parse(plain).validate();
        } catch (IllegalArgumentException e) {
            throw CronSyntax.bad(
                    expression,
                    "is clear to Carillon, but another cron parser rejects it (" + e.getMessage() + ")",
                    "write it in a simpler way");
        }
    }
}
