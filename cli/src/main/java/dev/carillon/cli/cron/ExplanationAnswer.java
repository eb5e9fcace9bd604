package dev.carillon.cli.cron;

import dev.carillon.insight.schedule.FireAnswer;
import dev.carillon.insight.schedule.MarkAnswer;
import dev.carillon.insight.schedule.WarningAnswer;
import dev.carillon.timing.cron.ClockMark;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The meaning of a cron expression as JSON.
 *
 * @param taskId null unless the expression depends on it
 */
@RecordBuilder
record ExplanationAnswer(
        String expr,
        String normalForm,
        String words,
        String zone,
        String gap,
        String fold,
        @Nullable String taskId,
        List<FireAnswer> next,
        List<FireAnswer> atClockChanges,
        List<WarningAnswer> warnings) {
    static ExplanationAnswer of(CronExplanation explained) {
        FireTimes question = explained.question();
        return ExplanationAnswerBuilder.builder()
                .expr(question.expression())
                .normalForm(explained.cron().normalForm())
                .words(explained.cron().words())
                .zone(ExplanationText.name(explained.zone()))
                .gap(CronExplanation.spelled(question.gap()))
                .fold(CronExplanation.spelled(question.fold()))
                .taskId(explained.cron().hasHash() ? question.taskId() : null)
                .next(fires(explained.next(), explained.zone()))
                .atClockChanges(fires(explained.atChanges(), explained.zone()))
                .warnings(WarningAnswer.list(explained.warnings()))
                .build();
    }

    private static List<FireAnswer> fires(List<CronExplanation.Fire> fires, ZoneId zone) {
        return fires.stream().map(fire -> fire(fire, zone)).toList();
    }

    private static FireAnswer fire(CronExplanation.Fire fire, ZoneId zone) {
        String local = DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(fire.at().atZone(zone));
        ClockMark mark = fire.mark();
        return new FireAnswer(fire.at(), local, null, mark == null ? null : new MarkAnswer(mark.name(), mark.words()));
    }
}
