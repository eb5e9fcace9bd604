package dev.carillon.console.api.schedule;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.insight.schedule.FireAnswer;
import io.soabase.recordbuilder.core.RecordBuilder;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The result of changing a schedule as JSON. A dry run has would instead of done, and neither version nor inForce.
 *
 * @param nextFire null if it is paused or fires no more
 * @param dryRun left out unless true
 * @param seen whether the history shows the change
 * @param inForce whether the trigger works by this version
 */
@RecordBuilder
record ScheduleChangeAnswer(
        String taskId,
        JsonNode definition,
        String words,
        @Nullable FireAnswer nextFire,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean dryRun,
        @Nullable String would,
        @Nullable String done,
        @Nullable Long version,
        boolean seen,
        @Nullable Boolean inForce,
        @Nullable String problem) {}
