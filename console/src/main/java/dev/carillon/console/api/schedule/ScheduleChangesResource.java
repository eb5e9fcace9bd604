package dev.carillon.console.api.schedule;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.schedule.ApplyResult.Change;
import dev.carillon.client.schedule.StoredSchedule;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.console.api.schedule.ScheduleWriter.Wanted;
import dev.carillon.console.api.write.VersionTag;
import dev.carillon.console.history.schedule.ScheduleEntry;
import dev.carillon.console.history.schedule.ScheduleHistory;
import dev.carillon.insight.schedule.FireAnswer;
import dev.carillon.insight.schedule.ScheduleAnswer;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.forecast.PlannedFire;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Changes schedules: defines, patches, deletes, pauses and resumes them. */
public final class ScheduleChangesResource implements ApiResource {
    private static final String ONE = "/v1/schedules/{taskId}";

    private final ScheduleWriting writing;
    private final ScheduleHistory history;
    private final KnownEntries known;
    private final ScheduleWriter writer;
    private final FiringCheck firing;

    public ScheduleChangesResource(ScheduleWriting writing, ScheduleHistory history, KnownEntries known) {
        this.writing = writing;
        this.history = history;
        this.known = known;
        this.writer = new ScheduleWriter(writing.session(), writing.names(), writing.clock());
        this.firing = new FiringCheck(known, history, writing.clock());
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.on(HttpVerb.PUT, ONE, this::put, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT, ScheduleWriting.FORCE)
                .on(
                        HttpVerb.PATCH,
                        ONE,
                        this::patch,
                        ScheduleWriting.DRY_RUN,
                        ScheduleWriting.WAIT,
                        ScheduleWriting.FORCE)
                .on(HttpVerb.DELETE, ONE, this::delete, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT)
                .on(HttpVerb.POST, ONE + "/pause", this::pause, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT)
                .on(HttpVerb.POST, ONE + "/resume", this::resume, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT);
    }

    private static String taskId(ApiRequest request) {
        return TaskId.check("taskId", request.path("taskId"));
    }

    private ApiResponse put(ApiRequest request) {
        String taskId = taskId(request);
        Schedule schedule = ScheduleBody.check(Kind.SCHEDULE.decode(request.body()));
        ScheduleBody.checkName(taskId, schedule);
        firing.require(schedule, firing::parents);
        return changed(request, taskId, before -> new Wanted(schedule, false, schedule.namesEnabled()));
    }

    private ApiResponse patch(ApiRequest request) {
        String taskId = taskId(request);
        byte[] body = request.body();
        Json.readObject(body);
        JsonNode patch = Json.read(body);
        return changed(request, taskId, before -> {
            Schedule found = ScheduleWriter.readable(taskId, before);
            JsonNode merged = ScheduleBody.merged(ScheduleAnswer.definition(found), patch);
            Schedule schedule = ScheduleBody.check(Kind.SCHEDULE.decode(Json.write(merged)));
            ScheduleBody.checkName(taskId, schedule);
            firing.require(schedule, firing::parents);
            // Naming enabled resumes a schedule that failures have paused, although its definition is enabled already.
            boolean resumes = schedule.enabled() && schedule.pauseAfterFailures() != null && patch.has("enabled");
            return new Wanted(schedule, resumes, patch.has("enabled"));
        });
    }

    private ApiResponse pause(ApiRequest request) {
        return switched(request, false, ScheduleWriting.reason(request));
    }

    private ApiResponse resume(ApiRequest request) {
        request.object(fields -> fields);
        return switched(request, true, null);
    }

    private ApiResponse switched(ApiRequest request, boolean on, @Nullable String reason) {
        String taskId = taskId(request);
        return changed(request, taskId, before -> {
            Schedule found = ScheduleWriter.readable(taskId, before);
            // The trigger may have paused it after failures although its definition is enabled.
            boolean mayBePaused = on && found.pauseAfterFailures() != null;
            boolean already = !mayBePaused && found.enabled() == on && Objects.equals(found.pausedReason(), reason);
            return already
                    ? null
                    : new Wanted(found.withEnabled(on, reason, writing.clock().instant()), true, true);
        });
    }

    private ApiResponse changed(
            ApiRequest request, String taskId, Function<@Nullable StoredSchedule, @Nullable Wanted> change) {
        Duration wait = ScheduleWriting.wait(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        ApplyResult written = writer.change(taskId, request, change);
        Schedule schedule = written.schedule();
        ScheduleChangeAnswerBuilder answer = answer(schedule);
        if (dryRun) {
            return ApiResponse.json(
                    answer.dryRun(true).would(written.change().word()).build());
        }
        boolean seen = writing.readBack().await(wait, () -> isTaken(taskId, written.version()));
        Optional<ScheduleEntry> shown = history.get(taskId).filter(entry -> entry.version() >= written.version());
        boolean inForce = shown.filter(entry -> entry.version() == written.version() && entry.inForce())
                .isPresent();
        answer.done(written.change().word())
                .version(written.version())
                .seen(seen || shown.isPresent())
                .inForce(inForce)
                .problem(shown.map(ScheduleEntry::problem).orElse(null));
        return ApiResponse.json(written.change() == Change.CREATED ? 201 : 200, answer.build())
                .header("ETag", VersionTag.of(written.version()));
    }

    private ScheduleChangeAnswerBuilder answer(Schedule schedule) {
        SchedulePlan plan = known.plan(schedule);
        List<PlannedFire> next = schedule.enabled() ? plan.next(writing.clock().instant(), 1) : List.of();
        return ScheduleChangeAnswerBuilder.builder()
                .taskId(schedule.taskId())
                .definition(ScheduleAnswer.definition(schedule))
                .words(plan.words())
                .nextFire(next.isEmpty() ? null : FireAnswer.of(next.get(0)));
    }

    /** Whether the history shows this version, and that the trigger has taken it up or can't use it. */
    private boolean isTaken(String taskId, long version) {
        return history.get(taskId)
                .filter(entry -> entry.version() >= version)
                .filter(entry -> entry.problem() != null || (entry.taken() != null && entry.taken() >= version))
                .isPresent();
    }

    /** The result of a deletion; dryRun is left out unless true. */
    private record DeletionAnswer(
            String taskId,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean dryRun,
            boolean seen) {}

    private ApiResponse delete(ApiRequest request) {
        String taskId = taskId(request);
        request.object(fields -> fields);
        Duration wait = ScheduleWriting.wait(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        long version = writer.delete(taskId, request.headers(), dryRun);
        boolean seen = !dryRun
                && writing.readBack().await(wait, () -> history.get(taskId)
                        .filter(entry -> entry.version() < version)
                        .isEmpty());
        return ApiResponse.json(new DeletionAnswer(taskId, dryRun, seen));
    }
}
