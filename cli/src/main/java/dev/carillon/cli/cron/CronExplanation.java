package dev.carillon.cli.cron;

import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.timing.cron.ClockMark;
import dev.carillon.timing.cron.CronExpression;
import dev.carillon.timing.cron.CronWarning;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The meaning of a cron expression, with its next fire times and warnings.
 *
 * @param next its next fire times
 * @param atChanges later fire times that a clock change moves or repeats
 */
public record CronExplanation(
        FireTimes question,
        CronExpression cron,
        ZoneId zone,
        List<Fire> next,
        List<Fire> atChanges,
        List<CronWarning> warnings) {
    /** Forward and backward changes alternate, so two cover the next one of each kind. */
    private static final int CHANGES = 2;

    private static final Duration SOON = Duration.ofDays(400);
    private static final int SHOWN_PER_CHANGE = 4;
    /** Bounds the work around one change: an expression may fire every second of a repeated hour. */
    private static final int LOOKED_AT = 500;

    /** One fire time. */
    public record Fire(Instant at, @Nullable ClockMark mark) {}

    /** Explains the expression; one that never fires has no fire times and a warning. */
    public static CronExplanation of(FireTimes question) {
        CronExpression cron = CronExpression.read(question.expression(), question.taskId());
        ZoneId zone = question.zoneId();
        List<Fire> next = fires(cron, zone, question.following(cron, zone, question.from(), question.count()));
        return new CronExplanation(
                question,
                cron,
                zone,
                next,
                cron.fires() ? atChanges(question, cron, zone, next) : List.of(),
                cron.warnings(zone, question.gap(), question.fold(), question.from()));
    }

    private static List<Fire> fires(CronExpression cron, ZoneId zone, List<Instant> instants) {
        return instants.stream()
                .map(at -> new Fire(at, cron.mark(at, zone).orElse(null)))
                .toList();
    }

    private static List<Fire> atChanges(FireTimes question, CronExpression cron, ZoneId zone, List<Fire> shown) {
        Instant from =
                shown.isEmpty() ? question.from() : shown.get(shown.size() - 1).at();
        List<Fire> found = new ArrayList<>();
        Instant last = from;
        for (int i = 0; i < CHANGES; i++) {
            ZoneOffsetTransition change = zone.getRules().nextTransition(last);
            if (change == null || change.getInstant().isAfter(question.from().plus(SOON))) {
                return found;
            }
            Duration moved = change.getDuration().abs();
            Instant start = change.getInstant().minus(moved).minusSeconds(1);
            Instant end = change.getInstant().plus(moved);
            fires(cron, zone, question.following(cron, zone, start.isBefore(from) ? from : start, LOOKED_AT)).stream()
                    .filter(fire -> fire.mark() != null && !fire.at().isAfter(end))
                    .limit(SHOWN_PER_CHANGE)
                    .forEach(found::add);
            last = change.getInstant();
        }
        return found;
    }

    /** The explanation as one JSON object. */
    public ObjectNode json() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("expr", question.expression());
        answer.put("normalForm", cron.normalForm());
        answer.put("words", cron.words());
        answer.put("zone", ExplanationText.name(zone));
        answer.put("gap", spelled(question.gap())).put("fold", spelled(question.fold()));
        if (cron.hasHash()) {
            answer.put("taskId", question.taskId());
        }
        ArrayNode fires = answer.putArray("next");
        next.forEach(fire -> add(fires, fire));
        ArrayNode later = answer.putArray("atClockChanges");
        atChanges.forEach(fire -> add(later, fire));
        ArrayNode list = answer.putArray("warnings");
        for (CronWarning warning : warnings) {
            ObjectNode node = list.addObject();
            node.put("kind", warning.kind().name()).put("message", warning.message());
            if (warning.instead() != null) {
                node.put("instead", warning.instead());
            }
        }
        return answer;
    }

    private void add(ArrayNode list, Fire fire) {
        ObjectNode node = list.addObject();
        node.put("at", fire.at().toString());
        node.put(
                "local", DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(fire.at().atZone(zone)));
        if (fire.mark() != null) {
            node.putObject("mark")
                    .put("kind", fire.mark().name())
                    .put("words", fire.mark().words());
        }
    }

    static String spelled(Gap gap) {
        return dashed(gap.name());
    }

    static String spelled(Fold fold) {
        return dashed(fold.name());
    }

    private static String dashed(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
