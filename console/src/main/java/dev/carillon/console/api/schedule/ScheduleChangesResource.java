package dev.carillon.console.api.schedule;

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
import dev.carillon.insight.schedule.FireJson;
import dev.carillon.insight.schedule.ScheduleJson;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.timing.forecast.SchedulePlan;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

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
            JsonNode merged = ScheduleBody.merged(ScheduleJson.definition(found), patch);
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
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("taskId", taskId);
        answer.set("definition", ScheduleJson.definition(schedule));
        describe(answer, schedule);
        if (dryRun) {
            return ApiResponse.json(answer.put(ScheduleWriting.DRY_RUN, true)
                    .put("would", written.change().word())
                    .put("seen", false));
        }
        answer.put("done", written.change().word());
        boolean seen = writing.readBack().await(wait, () -> isTaken(taskId, written.version()));
        Optional<ScheduleEntry> shown = history.get(taskId).filter(entry -> entry.version() >= written.version());
        boolean inForce = shown.filter(entry -> entry.version() == written.version() && entry.inForce())
                .isPresent();
        answer.put("version", written.version())
                .put("seen", seen || shown.isPresent())
                .put("inForce", inForce);
        shown.map(ScheduleEntry::problem).ifPresent(problem -> answer.put("problem", problem));
        return ApiResponse.json(written.change() == Change.CREATED ? 201 : 200, answer)
                .header("ETag", VersionTag.of(written.version()));
    }

    private void describe(ObjectNode answer, Schedule schedule) {
        SchedulePlan plan = known.plan(schedule);
        answer.put("words", plan.words());
        if (schedule.enabled()) {
            plan.next(writing.clock().instant(), 1).forEach(next -> answer.set("nextFire", FireJson.of(next)));
        }
    }

    /** Whether the history shows this version, and that the trigger has taken it up or can't use it. */
    private boolean isTaken(String taskId, long version) {
        return history.get(taskId)
                .filter(entry -> entry.version() >= version)
                .filter(entry -> entry.problem() != null || (entry.taken() != null && entry.taken() >= version))
                .isPresent();
    }

    private ApiResponse delete(ApiRequest request) {
        String taskId = taskId(request);
        Duration wait = ScheduleWriting.wait(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        long version = writer.delete(taskId, request.headers(), dryRun);
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("taskId", taskId);
        if (dryRun) {
            return ApiResponse.json(answer.put(ScheduleWriting.DRY_RUN, true).put("seen", false));
        }
        boolean seen = writing.readBack().await(wait, () -> history.get(taskId)
                .filter(entry -> entry.version() < version)
                .isEmpty());
        return ApiResponse.json(answer.put("seen", seen));
    }
}
