package dev.carillon.insight.schedule;

import dev.carillon.timing.forecast.FiringProspect;
import org.jspecify.annotations.Nullable;

/** Whether and when a schedule fires next, as JSON. */
public record ProspectAnswer(
        FiringProspect.Kind code, String words, @Nullable String step) {
    public static ProspectAnswer of(FiringProspect prospect) {
        return new ProspectAnswer(prospect.kind(), prospect.words(), prospect.step());
    }
}
