package dev.carillon.console.api.schedule;

import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.insight.schedule.PreviewAnswer;
import dev.carillon.insight.schedule.PreviewLimits;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.json.Instants;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.forecast.FiringProspect;
import dev.carillon.timing.forecast.ScheduleForecast;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/** Previews the fires of schedules in a time range, past or future, with those that are left out. */
public final class SchedulePreviewResource implements ApiResource {
    private static final String PATH = "/v1/schedules/{taskId}/preview";
    private static final Duration A_WEEK = Duration.ofDays(7);

    private final ScheduleHistory history;
    private final KnownEntries known;
    private final Clock clock;

    public SchedulePreviewResource(ScheduleHistory history, KnownEntries known, Clock clock) {
        this.history = history;
        this.known = known;
        this.clock = clock;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.get(PATH, this::ofStored, "from", "to", "limit")
                .on(HttpVerb.POST, PATH, this::ofBody, "from", "to", "limit");
    }

    private ApiResponse ofStored(ApiRequest request) {
        String taskId = TaskId.check("taskId", request.path("taskId"));
        ScheduleEntry entry = history.get(taskId)
                .orElseThrow(() -> new ClientException(
                        ClientProblem.NO_SUCH_SCHEDULE, "there is no schedule " + ContractException.shown(taskId)));
        ScheduleForecast forecast = known.forecast(entry, known.memory(), clock.instant());
        if (forecast.plan() == null) {
            throw new ClientException(
                    ClientProblem.NO_SUCH_SCHEDULE,
                    taskId + ": " + forecast.prospect().words() + "; mend it and apply it again");
        }
        return answer(request, taskId, forecast.plan(), forecast.prospect());
    }

    private ApiResponse ofBody(ApiRequest request) {
        String taskId = TaskId.check("taskId", request.path("taskId"));
        Schedule schedule = ScheduleBody.check(Kind.SCHEDULE.decode(request.body()));
        ScheduleBody.checkName(taskId, schedule);
        SchedulePlan plan = known.plan(schedule);
        return answer(request, taskId, plan, plan.prospect(clock.instant()));
    }

    private ApiResponse answer(ApiRequest request, String taskId, SchedulePlan plan, FiringProspect prospect) {
        Instant now = clock.instant();
        Instant from = Objects.requireNonNullElse(request.query().instant("from"), now);
        Instant aWeekLater = from.plus(A_WEEK);
        Instant to = Objects.requireNonNullElse(
                request.query().instant("to"), aWeekLater.isAfter(Instants.MAX) ? Instants.MAX : aWeekLater);
        int most = (int) request.query().number("limit", PreviewLimits.USUALLY, 1, PreviewLimits.MOST);
        PreviewLimits.checkRange("from", "to", from, to);
        return ApiResponse.json(
                PreviewAnswer.of(taskId, plan, prospect, plan.within(from, to, most, now), from, to, now));
    }
}
