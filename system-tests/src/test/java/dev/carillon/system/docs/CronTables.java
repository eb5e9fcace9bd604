package dev.carillon.system.docs;

import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.timing.cron.CronExpression;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Computes the tables of the page on cron with the trigger's code. */
final class CronTables {
    private static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
    private static final String TASK = "nightly-report";
    private static final DateTimeFormatter SHORT = DateTimeFormatter.ofPattern("EEE d MMM HH:mm", Locale.ENGLISH);
    private static final DateTimeFormatter LONG = DateTimeFormatter.ofPattern("EEE d MMM HH:mm:ss", Locale.ENGLISH);
    private static final DateTimeFormatter IN_UTC = DateTimeFormatter.ofPattern("EEE HH:mm'Z'", Locale.ENGLISH);
    private static final int MOST_FIRES = 5;

    private CronTables() {}

    /** Expressions with descriptions, normal forms and next fire times. */
    static String examples(String... expressions) {
        StringBuilder table =
                new StringBuilder("| expression | in words | normal form | next, in UTC |\n|---|---|---|---|\n");
        for (String expression : expressions) {
            CronExpression cron = CronExpression.parse(expression, TASK);
            String next = fires(cron, ZoneOffset.UTC, Gap.RUN_AFTER, Fold.FIRST, NOW, Instant.MAX, 3).stream()
                    .map(at -> wall(at, ZoneOffset.UTC))
                    .collect(Collectors.joining(" · "));
            table.append("| `")
                    .append(expression)
                    .append("` | ")
                    .append(cron.words())
                    .append(" | `");
            table.append(cron.normalForm()).append("` | ").append(next).append(" |\n");
        }
        return table.toString();
    }

    /** The forms of fields, each with an example and its description. */
    static String forms(String... fieldFormAndExpression) {
        StringBuilder table = new StringBuilder("| in | write | for example | which says |\n|---|---|---|---|\n");
        for (String row : fieldFormAndExpression) {
            String[] cells = row.split(" \\| ", -1);
            String words = CronExpression.parse(cells[2], TASK).words();
            table.append("| ")
                    .append(cells[0])
                    .append(" | ")
                    .append(cells[1])
                    .append(" | `")
                    .append(cells[2]);
            table.append("` | ").append(words).append(" |\n");
        }
        return table.toString();
    }

    /** Refused expressions with their error messages. */
    static String refusals(String... expressions) {
        StringBuilder table = new StringBuilder("| expression | answer |\n|---|---|\n");
        for (String expression : expressions) {
            try {
                CronExpression.parse(expression, TASK);
                throw new AssertionError(expression + " is not refused");
            } catch (ContractException e) {
                String described = String.valueOf(e.getMessage())
                        .replace("cron: " + ContractException.shown(expression) + " ", "");
                table.append("| `").append(shown(expression)).append("` | ").append(GeneratedPage.cell(described));
                table.append(" `").append(e.code().name()).append("` |\n");
            }
        }
        return table.toString();
    }

    private static String shown(String expression) {
        return expression.replace("\ufeff", "\\ufeff");
    }

    /** The fire times around one clock change; each row is an expression with its choice for gaps or folds. */
    static String around(String zone, String before, String... rows) {
        ZoneId id = ZoneId.of(zone);
        ZoneOffsetTransition change = id.getRules().nextTransition(Instant.parse(before));
        StringBuilder table = new StringBuilder();
        table.append("**").append(zone).append(", ").append(described(change)).append("**\n\n");
        table.append("| expression | gap, fold | fires at (wall clock = UTC) |\n|---|---|---|\n");
        for (String row : rows) {
            String[] cells = row.split(" \\| ", -1);
            Gap gap = cells[1].contains("skip") ? Gap.SKIP : Gap.RUN_AFTER;
            Fold fold = cells[1].contains("last") ? Fold.LAST : cells[1].contains("both") ? Fold.BOTH : Fold.FIRST;
            table.append("| `").append(cells[0]).append("` | ").append(cells[1]).append(" | ");
            table.append(firesAround(CronExpression.parse(cells[0], TASK), id, gap, fold, change))
                    .append(" |\n");
        }
        return table.append("\n").toString();
    }

    private static String described(ZoneOffsetTransition change) {
        LocalDateTime from = change.getDateTimeBefore();
        LocalDateTime to = change.getDateTimeAfter();
        String what = change.isGap() ? "skipped" : "repeated";
        return from.toLocalDate() + ": from " + SHORT.format(from) + " (" + offset(change.getOffsetBefore()) + ") to "
                + SHORT.format(to) + " (" + offset(change.getOffsetAfter()) + "), "
                + change.getDuration().abs().toMinutes() + " minutes " + what;
    }

    private static String offset(ZoneOffset offset) {
        return offset.equals(ZoneOffset.UTC) ? "+00:00" : offset.getId();
    }

    private static String firesAround(
            CronExpression cron, ZoneId zone, Gap gap, Fold fold, ZoneOffsetTransition change) {
        Instant at = change.getInstant();
        Duration day = Duration.ofHours(26).plus(change.isGap() ? change.getDuration() : Duration.ZERO);
        List<Instant> fires = fires(cron, zone, gap, fold, at.minus(day), at.plus(day), MOST_FIRES + 1);
        boolean cut = fires.size() > MOST_FIRES;
        if (cut) {
            Duration hour = Duration.ofMinutes(61);
            fires = fires(cron, zone, gap, fold, at.minus(hour), at.plus(hour), MOST_FIRES);
        }
        String list = fires.stream()
                .map(fire -> wall(fire, zone) + " = " + utc(fire)
                        + cron.mark(fire, zone)
                                .map(mark -> " (" + mark.words() + ")")
                                .orElse(""))
                .collect(Collectors.joining("<br>"));
        return list.isEmpty() ? "nothing" : cut ? "…<br>" + list + "<br>…" : list;
    }

    private static String wall(Instant at, ZoneId zone) {
        return (at.getEpochSecond() % 60 == 0 ? SHORT : LONG).format(at.atZone(zone));
    }

    private static String utc(Instant at) {
        return IN_UTC.format(at.atZone(ZoneOffset.UTC));
    }

    private static List<Instant> fires(
            CronExpression cron, ZoneId zone, Gap gap, Fold fold, Instant from, Instant to, int atMost) {
        List<Instant> found = new ArrayList<>();
        Optional<Instant> next = cron.next(from, zone, gap, fold);
        while (next.isPresent() && next.get().isBefore(to) && found.size() < atMost) {
            found.add(next.get());
            next = cron.next(next.get(), zone, gap, fold);
        }
        return found;
    }
}
