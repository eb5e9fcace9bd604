package dev.carillon.console.api.schedule;

import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.schedule.TriggerMemory;
import dev.carillon.client.submit.OperatorCommands;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.insight.schedule.BackfillAnswer;
import dev.carillon.insight.schedule.BackfillOrder;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.schedule.Schedule;
import dev.carillon.schemas.trigger.Backfill;
import dev.carillon.schemas.trigger.Marker;
import dev.carillon.schemas.work.Limits;
import dev.carillon.schemas.work.NamedRange;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Starts backfills, shows their progress, and cancels them. */
public final class ScheduleBackfillResource implements ApiResource {
    private static final String PATH = "/v1/schedules/{taskId}/backfill";
    private static final String TASK_ID = "taskId";

    private final ScheduleWriting writing;
    private final KnownEntries known;

    public ScheduleBackfillResource(ScheduleWriting writing, KnownEntries known) {
        this.writing = writing;
        this.known = known;
    }

    private record Order(
            Instant from,
            @Nullable Instant to,
            @Nullable Long maxRunning,
            @Nullable String reason) {
        static Order read(Fields fields) {
            return new Order(
                    fields.required("from", fields.instant("from")),
                    fields.instant("to"),
                    fields.number("maxRunning", 1, Backfill.MOST_RUNNING),
                    fields.text("reason", Limits.MESSAGE));
        }
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.get(PATH, this::show)
                .on(HttpVerb.POST, PATH, this::order, ScheduleWriting.DRY_RUN)
                .on(HttpVerb.DELETE, PATH, this::cancel, ScheduleWriting.DRY_RUN);
    }

    private static String taskId(ApiRequest request) {
        return TaskId.check(TASK_ID, request.path(TASK_ID));
    }

    private Schedule readable(String taskId) {
        return writing.session().ask(log -> new Schedules(log, writing.names(), writing.clock()).getReadable(taskId));
    }

    private ApiResponse show(ApiRequest request) {
        String taskId = readable(taskId(request)).taskId();
        return ApiResponse.json(BackfillAnswer.of(taskId, underWay(taskId), false));
    }

    private @Nullable Backfill underWay(String taskId) {
        TriggerMemory memory = known.memory();
        Marker marker = memory.marker(taskId, -1);
        return marker == null ? null : marker.overrides().backfill();
    }

    private ApiResponse order(ApiRequest request) {
        String taskId = taskId(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        Order order = request.object(Order::read);
        Schedule schedule = readable(taskId);
        Instant now = Instant.ofEpochSecond(writing.clock().instant().getEpochSecond());
        Instant to = Objects.requireNonNullElse(order.to(), now);
        long most = Objects.requireNonNullElse(order.maxRunning(), Backfill.USUALLY_RUNNING);
        BackfillOrder backfillOrder = new BackfillOrder(taskId, new NamedRange("from", order.from(), "to", to));
        backfillOrder.checkRange(now);
        BackfillOrder.checkPlans(
                TASK_ID,
                taskId,
                schedule.when().afterEnd() == null
                        && schedule.when().dependsOn().isEmpty());
        long planned = known.plan(schedule).planned(order.from(), to, Backfill.MOST_INSTANTS);
        backfillOrder.checkPlanned(planned);
        BackfillOrder.checkFree(TASK_ID, taskId, underWay(taskId));
        Backfill ordered = Backfill.ordered(order.from(), to, most, 1, planned);
        if (!dryRun) {
            writing.session().ask(log -> {
                new OperatorCommands(log, writing.names(), writing.clock(), CONSOLE)
                        .backfill(taskId, ordered.from(), ordered.to(), ordered.maxRunning(), order.reason());
                return taskId;
            });
        }
        return accepted(taskId, ordered, dryRun);
    }

    private ApiResponse cancel(ApiRequest request) {
        String taskId = taskId(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        String reason = ScheduleWriting.reason(request);
        readable(taskId);
        Backfill running = underWay(taskId);
        if (!dryRun) {
            // A new backfill may not be visible yet, so the command is written even if none is seen.
            writing.session().ask(log -> {
                new OperatorCommands(log, writing.names(), writing.clock(), CONSOLE).cancelBackfill(taskId, reason);
                return taskId;
            });
        }
        return accepted(taskId, running, dryRun);
    }

    private static ApiResponse accepted(String taskId, @Nullable Backfill backfill, boolean dryRun) {
        return ApiResponse.json(202, BackfillAnswer.of(taskId, backfill, dryRun));
    }
}
