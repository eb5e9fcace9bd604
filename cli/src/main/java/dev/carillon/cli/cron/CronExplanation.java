package dev.carillon.cli.cron;

import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.timing.cron.ClockMark;
import dev.carillon.timing.cron.CronExpression;
import dev.carillon.timing.cron.CronWarning;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
