package dev.carillon.insight.schedule;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.carillon.timing.forecast.FiringProspect;
import dev.carillon.timing.forecast.PlanPreview;
import dev.carillon.timing.forecast.PlannedFire;
import dev.carillon.timing.forecast.SchedulePlan;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fires of a schedule in a time range as JSON, shared by REST and the command line.
 *
 * @param more where the next page begins; null if this is the last
 */
@RecordBuilder
public record PreviewAnswer(
        String taskId,
        String words,
        String zone,
        Instant from,
        Instant to,
        Instant now,
        ProspectAnswer prospect,
        List<Item> items,
        @Nullable Instant more,
        List<String> notes) {

    /**
     * One of its instants.
     *
     * @param fires whether the schedule fires then, or leaves it out
     * @param leftOut why it is left out
     */
    public record Item(
            @JsonUnwrapped FireAnswer fire,
            boolean past,
            boolean fires,
            @Nullable String leftOut) {
        static Item of(PlannedFire fire, Instant now) {
            return new Item(
                    FireAnswer.of(fire),
                    !fire.due().isAfter(now),
                    fire.leftOut() == null,
                    fire.leftOut() == null ? null : fire.leftOut().name());
        }
    }

    public static PreviewAnswer of(
            String taskId,
            SchedulePlan plan,
            FiringProspect prospect,
            PlanPreview preview,
            Instant from,
            Instant to,
            Instant now) {
        return PreviewAnswerBuilder.builder()
                .taskId(taskId)
                .words(plan.words())
                .zone(PlanAnswer.zone(plan))
                .from(from)
                .to(to)
                .now(now)
                .prospect(ProspectAnswer.of(prospect))
                .items(preview.fires().stream().map(fire -> Item.of(fire, now)).toList())
                .more(preview.more())
                .notes(preview.notes())
                .build();
    }
}
