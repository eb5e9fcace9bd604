package dev.carillon.timing.cron;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.schedule.FiringRule;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Splits an expression into its fields, and rejects what cron programs understand in different ways. */
final class CronSyntax {
    private static final String FIELD = "cron";
    private static final String OTHERS = "*/,-?#@() \t";
    private static final int BYTE_ORDER_MARK = 0xFEFF;
    private static final Pattern HASH = Pattern.compile("(?:^|[\\s,])H(?:$|[\\s,/(])");
    private static final Map<String, String> MACROS = Map.of(
            "@yearly", "0 0 0 1 1 *",
            "@annually", "0 0 0 1 1 *",
            "@monthly", "0 0 0 1 * *",
            "@weekly", "0 0 0 * * 0",
            "@daily", "0 0 0 * * *",
            "@midnight", "0 0 0 * * *",
            "@hourly", "0 0 * * * *");

    private CronSyntax() {}

    static LocalTicks parse(String expression, String taskId) {
        checkCharacters(expression);
        List<String> texts = fields(expression.strip());
        FieldParser parser = new FieldParser(expression, taskId);
        LocalTicks ticks = new LocalTicks(
                parser.parse(CronField.SECOND, texts.get(0)),
                parser.parse(CronField.MINUTE, texts.get(1)),
                parser.parse(CronField.HOUR, texts.get(2)),
                parser.parse(CronField.DAY_OF_MONTH, texts.get(3)),
                parser.parse(CronField.MONTH, texts.get(4)),
                parser.parse(CronField.DAY_OF_WEEK, texts.get(5)));
        checkDays(expression, texts, ticks);
        return ticks;
    }

    private static void checkCharacters(String expression) {
        if (expression.length() > FiringRule.MAX_CRON) {
            throw bad(
                    expression,
                    "has " + expression.length() + " characters, the limit is " + FiringRule.MAX_CRON,
                    "make it shorter or use several schedules");
        }
        for (int i = 0; i < expression.length(); i++) {
            char c = expression.charAt(i);
            if (!(c < 128 && Character.isLetterOrDigit(c)) && OTHERS.indexOf(c) < 0) {
                throw bad(
                        expression,
                        "has the character " + named(expression.codePointAt(i)) + " at position " + (i + 1)
                                + ", allowed are 0-9, A-Z, a-z, blanks and " + OTHERS.strip(),
                        "type it again, in plain ASCII");
            }
        }
    }

    /** By its number, as it may look like another one or like nothing: {@code U+FEFF}. */
    private static String named(int codePoint) {
        String hex = Integer.toHexString(codePoint).toUpperCase(Locale.ROOT);
        String number = "U+" + "0".repeat(Math.max(0, 4 - hex.length())) + hex;
        return codePoint == BYTE_ORDER_MARK
                ? number + " (a byte order mark)"
                : codePoint == '\n' ? number + " (a line end)" : number;
    }

    /** Whether a field has a hash; the letter within THU is none. */
    static boolean hasHash(String expression) {
        return HASH.matcher(expression.toUpperCase(Locale.ROOT)).find();
    }

    private static List<String> fields(String text) {
        if (text.startsWith("@")) {
            String fields = MACROS.get(text.toLowerCase(Locale.ROOT));
            if (fields == null) {
                throw unknownShorthand(text);
            }
            return List.of(fields.split(" "));
        }
        List<String> fields = text.isEmpty() ? List.of() : Arrays.asList(text.split("[ \t]+", -1));
        if (fields.size() == 5) {
            return List.of("0", fields.get(0), fields.get(1), fields.get(2), fields.get(3), fields.get(4));
        }
        if (fields.size() == 7) {
            throw bad(
                    text,
                    "has 7 fields: some read the last one as a year, others the first one as something before seconds",
                    "leave the year out; name a period with from and until");
        }
        if (fields.size() != 6) {
            throw bad(
                    text,
                    "has " + fields.size() + (fields.size() == 1 ? " field" : " fields"),
                    "write 5 fields (minute hour day-of-month month day-of-week), or 6 with seconds first");
        }
        return fields;
    }

    private static ContractException unknownShorthand(String text) {
        if (text.toLowerCase(Locale.ROOT).startsWith("@every")) {
            return bad(
                    text,
                    "is no shorthand: an interval does not depend on calendar and clock",
                    "use the field every, such as every: 90s, instead of cron");
        }
        String known = String.join(", ", MACROS.keySet().stream().sorted().toList());
        return bad(text, "is no shorthand that Carillon knows", "write one of " + known + ", or five or six fields");
    }

    private static void checkDays(String expression, List<String> texts, LocalTicks ticks) {
        if (texts.get(3).equals("?") && texts.get(5).equals("?")) {
            throw bad(
                    expression,
                    "has ? in both day fields: every day to some parsers, no day to others",
                    "write * in both for every day");
        }
        ticks.days().rules().forEach(rule -> checkMonthsHave(expression, rule, ticks.months()));
        boolean bothNarrow = !ticks.days().any() && !ticks.weekdays().any();
        if (bothNarrow && (ticks.days().starStep() || ticks.weekdays().starStep())) {
            String step = ticks.days().starStep() ? texts.get(3) : texts.get(5);
            String range = ticks.days().starStep() ? "1-31" : "0-6";
            throw bad(
                    expression,
                    "has " + step + " beside another restricted day field: vixie cron fires when both match, others"
                            + " when either does",
                    "write " + range + step.substring(1) + " for either, or leave one of the day fields *");
        }
    }

    /** A day counted from an end of the month that some of the months do not have. */
    private static void checkMonthsHave(String expression, DayRule rule, FieldValues months) {
        int needed = rule instanceof DayRule.NearestWeekday nearest
                ? nearest.day()
                : rule instanceof DayRule.BeforeLast before ? before.days() + 1 : 0;
        for (Month month : Month.values()) {
            if (months.has(month.getValue()) && month.minLength() < needed) {
                String shortest = month.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
                boolean nearest = rule instanceof DayRule.NearestWeekday;
                throw bad(
                        expression,
                        "in its day-of-month field has " + (nearest ? needed + "W" : "L-" + (needed - 1)) + ", and "
                                + shortest + " may have only " + month.minLength()
                                + " days: some parsers leave such a month out, others take its "
                                + (nearest ? "last weekday" : "first day") + ", others fail when it comes",
                        nearest
                                ? "write LW for the last weekday of every month, or name only months that are long"
                                        + " enough"
                                : "write 1 for the first day, or name only months that are long enough");
            }
        }
    }

    static ContractException bad(String expression, String problem, String fix) {
        return new ContractException(
                ErrorCode.BAD_CRON, FIELD, ContractException.shown(expression) + " " + problem, fix);
    }

    static ContractException neverFires(String expression) {
        return new ContractException(
                ErrorCode.NEVER_FIRES,
                FIELD,
                ContractException.shown(expression) + " names no date that exists within " + LocalTicks.HORIZON_YEARS
                        + " years",
                "name a day that its months have");
    }
}
