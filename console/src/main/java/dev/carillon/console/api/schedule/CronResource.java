package dev.carillon.console.api.schedule;

import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Parameters;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.api.schedule.Forecast.Plan;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Fold;
import dev.carillon.schemas.record.Gap;
import dev.carillon.schemas.record.ParentsEnd;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.When;
import dev.carillon.schemas.record.Work;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.node.ObjectNode;

/** Questions about cron expressions. */
public final class CronResource implements Resource {
    private static final int EXPLAINED = 5;
    private static final String ANY_TASK = "task";

    private final Forecast forecast;
    private final Clock clock;

    public CronResource(Forecast forecast, Clock clock) {
        this.forecast = forecast;
        this.clock = clock;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/v1/cron/explain", this::explain, "expression", "zone", "taskId", "gap", "fold")
                .get("/v1/cron/next", this::next, "expression", "zone", "taskId", "gap", "fold", "from", "count");
    }

    private Answer explain(Request request) {
        Plan plan = plan(request.query());
        Instant now = clock.instant();
        ObjectNode answer = FireJson.of(plan, List.of());
        answer.remove("items");
        answer.put("expression", request.query().requiredText("expression", When.MAX_CRON));
        answer.put("normalForm", plan.normalForm());
        answer.set("fires", FireJson.list(plan.next(now, EXPLAINED)));
        answer.set("warnings", FireJson.cautions(plan.cautions(now)));
        return Answer.json(answer);
    }

    private Answer next(Request request) {
        Plan plan = plan(request.query());
        Instant from = Objects.requireNonNullElse(request.query().instant("from"), clock.instant());
        return Answer.json(FireJson.of(plan, plan.next(from, SchedulesResource.count(request))));
    }

    private Plan plan(Parameters query) {
        String expression = query.requiredText("expression", When.MAX_CRON);
        String taskId = query.parsed("taskId", text -> TaskId.check("taskId", text));
        ZoneId zone = SchedulesResource.zone(query);
        When when = new When(
                expression,
                zone.equals(ZoneOffset.UTC) ? null : zone.getId(),
                Objects.requireNonNullElse(query.choice("gap", Gap.class), Gap.RUN_AFTER),
                Objects.requireNonNullElse(query.choice("fold", Fold.class), Fold.FIRST),
                null,
                null,
                null,
                List.of(),
                ParentsEnd.SUCCEEDED,
                null,
                null,
                null,
                null,
                Duration.ZERO);
        return forecast.of(Schedule.of(taskId == null ? ANY_TASK : taskId, when, Work.of("none", RawJson.NULL)));
    }
}
