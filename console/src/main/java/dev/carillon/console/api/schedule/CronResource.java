package dev.carillon.console.api.schedule;

import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.RequestParameters;
import dev.carillon.insight.schedule.FireAnswer;
import dev.carillon.insight.schedule.PlanAnswer;
import dev.carillon.insight.schedule.WarningAnswer;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.schedule.FiringRule;
import dev.carillon.schemas.schedule.FiringRuleBuilder;
import dev.carillon.schemas.schedule.Fold;
import dev.carillon.schemas.schedule.Gap;
import dev.carillon.schemas.schedule.ParentsEnd;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.work.Work;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Explains cron expressions, and lists when they fire next. */
public final class CronResource implements ApiResource {
    private static final int EXPLAINED = 5;
    private static final String ANY_TASK = "task";

    private final Clock clock;

    public CronResource(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.get("/v1/cron/explain", this::explain, "expression", "zone", "taskId", "gap", "fold")
                .get("/v1/cron/next", this::next, "expression", "zone", "taskId", "gap", "fold", "from", "count");
    }

    /** What an expression means, with its next instants. */
    private record ExplanationAnswer(
            String zone,
            String words,
            String expression,
            @Nullable String normalForm,
            List<FireAnswer> fires,
            List<WarningAnswer> warnings) {}

    private ApiResponse explain(ApiRequest request) {
        SchedulePlan plan = plan(request.query());
        Instant now = clock.instant();
        return ApiResponse.json(new ExplanationAnswer(
                PlanAnswer.zone(plan),
                plan.words(),
                request.query().requiredText("expression", FiringRule.MAX_CRON),
                plan.normalForm(),
                FireAnswer.list(plan.next(now, EXPLAINED)),
                WarningAnswer.list(plan.warnings(now))));
    }

    private ApiResponse next(ApiRequest request) {
        SchedulePlan plan = plan(request.query());
        Instant from = Objects.requireNonNullElse(request.query().instant("from"), clock.instant());
        return ApiResponse.json(PlanAnswer.of(plan, plan.next(from, SchedulesResource.count(request)), null));
    }

    private SchedulePlan plan(RequestParameters query) {
        String expression = query.requiredText("expression", FiringRule.MAX_CRON);
        String taskId = query.parsed("taskId", text -> TaskId.check("taskId", text));
        ZoneId zone = SchedulesResource.zone(query);
        FiringRule when = FiringRuleBuilder.builder()
                .cron(expression)
                .zone(zone.equals(ZoneOffset.UTC) ? null : zone.getId())
                .gap(Objects.requireNonNullElse(query.choice("gap", Gap.class), Gap.RUN_AFTER))
                .fold(Objects.requireNonNullElse(query.choice("fold", Fold.class), Fold.FIRST))
                .dependsOn(List.of())
                .dependsOnEnd(ParentsEnd.SUCCEEDED)
                .jitter(Duration.ZERO)
                .build();
        return SchedulePlan.of(Schedule.of(taskId == null ? ANY_TASK : taskId, when, Work.of("none", RawJson.NULL)));
    }
}
