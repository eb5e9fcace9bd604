package dev.carillon.console.api.schedule;

import dev.carillon.client.Applied;
import dev.carillon.client.Applied.Change;
import dev.carillon.client.StoredSchedule;
import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.api.Verb;
import dev.carillon.console.api.schedule.Forecast.Plan;
import dev.carillon.console.api.schedule.ScheduleWriter.Wanted;
import dev.carillon.console.api.write.Etag;
import dev.carillon.console.history.ScheduleBook;
import dev.carillon.console.history.ScheduleEntry;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.Json;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Schedule;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Changes schedules: defines, patches, deletes, pauses and resumes them. */
public final class ScheduleChangesResource implements Resource {
    private static final String ONE = "/v1/schedules/{taskId}";

    private final ScheduleWriting writing;
    private final ScheduleBook book;
    private final KnownEntries known;
    private final ScheduleWriter writer;
    private final FiringCheck firing;

    public ScheduleChangesResource(ScheduleWriting writing, ScheduleBook book, KnownEntries known) {
        this.writing = writing;
        this.book = book;
        this.known = known;
        this.writer = new ScheduleWriter(writing.desk(), writing.names(), writing.clock());
        this.firing = new FiringCheck(known, book, writing.clock());
    }

    @Override
    public void routes(Routes routes) {
        routes.on(Verb.PUT, ONE, this::put, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT, ScheduleWriting.FORCE)
                .on(Verb.PATCH, ONE, this::patch, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT, ScheduleWriting.FORCE)
                .on(Verb.DELETE, ONE, this::delete, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT)
                .on(Verb.POST, ONE + "/pause", this::pause, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT)
                .on(Verb.POST, ONE + "/resume", this::resume, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT);
    }

    private static String taskId(Request request) {
        return TaskId.check("taskId", request.path("taskId"));
    }

    private Answer put(Request request) {
        String taskId = taskId(request);
        Schedule schedule = ScheduleBody.check(Kind.SCHEDULE.decode(request.body()));
        ScheduleBody.checkName(taskId, schedule);
        firing.require(schedule, firing::parents);
        return changed(request, taskId, before -> new Wanted(schedule, false, schedule.enabledSaid()));
    }

    private Answer patch(Request request) {
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
            // One that failures have paused is resumed by naming enabled, although its definition says so already.
            boolean resumes = schedule.enabled() && schedule.pauseAfterFailures() != null && patch.has("enabled");
            return new Wanted(schedule, resumes, patch.has("enabled"));
        });
    }

    private Answer pause(Request request) {
        return switched(request, false, ScheduleWriting.reason(request));
    }

    private Answer resume(Request request) {
        request.object(fields -> fields);
        return switched(request, true, null);
    }

    private Answer switched(Request request, boolean on, @Nullable String reason) {
        String taskId = taskId(request);
        return changed(request, taskId, before -> {
            Schedule found = ScheduleWriter.readable(taskId, before);
            // One that failures can pause may be paused although its definition says otherwise.
            boolean mayBePaused = on && found.pauseAfterFailures() != null;
            boolean already = !mayBePaused && found.enabled() == on && Objects.equals(found.pausedReason(), reason);
            return already
                    ? null
                    : new Wanted(found.withEnabled(on, reason, writing.clock().instant()), true, true);
        });
    }

    private Answer changed(
            Request request, String taskId, Function<@Nullable StoredSchedule, @Nullable Wanted> change) {
        Duration wait = ScheduleWriting.wait(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        Applied written = writer.change(taskId, request, change);
        Schedule schedule = written.schedule();
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("taskId", taskId);
        answer.set("definition", ScheduleJson.definition(schedule));
        say(answer, schedule);
        if (dryRun) {
            return Answer.json(answer.put(ScheduleWriting.DRY_RUN, true)
                    .put("would", written.change().word())
                    .put("seen", false));
        }
        answer.put("done", written.change().word());
        boolean seen = writing.readBack().await(wait, () -> isTaken(taskId, written.version()));
        Optional<ScheduleEntry> shown = book.get(taskId).filter(entry -> entry.version() >= written.version());
        boolean inForce = shown.filter(entry -> entry.version() == written.version() && entry.inForce())
                .isPresent();
        answer.put("version", written.version())
                .put("seen", seen || shown.isPresent())
                .put("inForce", inForce);
        shown.map(ScheduleEntry::problem).ifPresent(problem -> answer.put("problem", problem));
        return Answer.json(written.change() == Change.CREATED ? 201 : 200, answer)
                .header("ETag", Etag.of(written.version()));
    }

    private void say(ObjectNode answer, Schedule schedule) {
        Plan plan = known.plan(schedule);
        answer.put("words", plan.words());
        if (schedule.enabled()) {
            plan.next(writing.clock().instant(), 1).forEach(next -> answer.set("nextFire", FireJson.of(next)));
        }
    }

    /** Whether the history shows it and the trigger goes by it, or can't use it. */
    private boolean isTaken(String taskId, long version) {
        return book.get(taskId)
                .filter(entry -> entry.version() >= version)
                .filter(entry -> entry.problem() != null || (entry.taken() != null && entry.taken() >= version))
                .isPresent();
    }

    private Answer delete(Request request) {
        String taskId = taskId(request);
        Duration wait = ScheduleWriting.wait(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        long version = writer.delete(taskId, request.headers(), dryRun);
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("taskId", taskId);
        if (dryRun) {
            return Answer.json(answer.put(ScheduleWriting.DRY_RUN, true).put("seen", false));
        }
        boolean seen = writing.readBack().await(wait, () -> book.get(taskId)
                .filter(entry -> entry.version() < version)
                .isEmpty());
        return Answer.json(answer.put("seen", seen));
    }
}
