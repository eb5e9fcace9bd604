package dev.carillon.console.api.schedule;

import dev.carillon.client.Commands;
import dev.carillon.client.Schedules;
import dev.carillon.client.TriggerMemory;
import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.api.Verb;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import dev.carillon.schemas.record.Backfill;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.Marker;
import dev.carillon.schemas.record.Schedule;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Orders backfills, shows how far they are, and ends them. */
public final class ScheduleBackfillResource implements Resource {
    private static final String PATH = "/v1/schedules/{taskId}/backfill";

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
    public void routes(Routes routes) {
        routes.get(PATH, this::show)
                .on(Verb.POST, PATH, this::order, ScheduleWriting.DRY_RUN)
                .on(Verb.DELETE, PATH, this::cancel, ScheduleWriting.DRY_RUN);
    }

    private static String taskId(Request request) {
        return TaskId.check("taskId", request.path("taskId"));
    }

    private Schedule readable(String taskId) {
        return writing.desk().ask(log -> new Schedules(log, writing.names(), writing.clock()).getReadable(taskId));
    }

    private Answer show(Request request) {
        String taskId = readable(taskId(request)).taskId();
        return Answer.json(answer(taskId, underWay(taskId)));
    }

    private @Nullable Backfill underWay(String taskId) {
        TriggerMemory memory = known.memory();
        Marker marker = memory.marker(taskId, -1);
        return marker == null ? null : marker.arrangements().backfill();
    }

    private Answer order(Request request) {
        String taskId = taskId(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        Order order = request.object(Order::read);
        Schedule schedule = readable(taskId);
        Instant now = Instant.ofEpochSecond(writing.clock().instant().getEpochSecond());
        Instant to = Objects.requireNonNullElse(order.to(), now);
        long most = Objects.requireNonNullElse(order.maxRunning(), Backfill.USUALLY_RUNNING);
        checkRange(order.from(), to, now);
        Backfill ordered = Backfill.ordered(order.from(), to, most, 1, planned(schedule, order.from(), to));
        Backfill running = underWay(taskId);
        if (running != null) {
            throw new ContractException(
                    ErrorCode.BACKFILL_UNDER_WAY,
                    "taskId",
                    taskId + " has a backfill from " + running.from() + " to before " + running.to() + " already, "
                            + running.remaining() + " of " + running.planned() + " instants to go",
                    "wait for its end, or end it with DELETE " + PATH.replace("{taskId}", taskId));
        }
        if (!dryRun) {
            writing.desk().ask(log -> {
                new Commands(log, writing.names(), writing.clock(), CONSOLE)
                        .backfill(taskId, ordered.from(), ordered.to(), ordered.maxRunning(), order.reason());
                return taskId;
            });
        }
        return asked(taskId, ordered, dryRun);
    }

    private Answer cancel(Request request) {
        String taskId = taskId(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        String reason = ScheduleWriting.reason(request);
        readable(taskId);
        Backfill running = underWay(taskId);
        if (!dryRun) {
            // One that was ordered a moment ago may not be seen yet, so the trigger is asked all the same.
            writing.desk().ask(log -> {
                new Commands(log, writing.names(), writing.clock(), CONSOLE).cancelBackfill(taskId, reason);
                return taskId;
            });
        }
        return asked(taskId, running, dryRun);
    }

    private static void checkRange(Instant from, Instant to, Instant now) {
        if (!to.isAfter(from)) {
            throw new ContractException(ErrorCode.CONFLICTING_FIELDS, "to", to + " is not after from", "swap them");
        }
        if (to.isAfter(now)) {
            throw new ContractException(
                    ErrorCode.OUT_OF_RANGE,
                    "to",
                    to + " is still to come, and what is to come fires by itself",
                    "name an instant up to " + now);
        }
        if (from.isBefore(Instant.EPOCH)) {
            throw new ContractException(ErrorCode.OUT_OF_RANGE, "from", from + " lies before 1970", "begin later");
        }
    }

    private long planned(Schedule schedule, Instant from, Instant to) {
        if (schedule.when().afterEnd() != null || !schedule.when().dependsOn().isEmpty()) {
            throw new ContractException(
                    ErrorCode.NO_PLAN,
                    "taskId",
                    schedule.taskId() + " follows the ends of executions, so no past instants are planned",
                    "run it once for each that is missing");
        }
        long planned = known.plan(schedule).planned(from, to, Backfill.MOST_INSTANTS);
        if (planned == 0) {
            throw new ContractException(
                    ErrorCode.NEVER_FIRES,
                    "from",
                    schedule.taskId() + " plans no instant from " + from + " to before " + to,
                    "see what it plans with GET " + PATH.replace("backfill", "preview"));
        }
        if (planned > Backfill.MOST_INSTANTS) {
            throw new ContractException(
                    ErrorCode.TOO_MANY_ENTRIES,
                    "to",
                    schedule.taskId() + " plans more than " + Backfill.MOST_INSTANTS + " instants from " + from
                            + " to before " + to,
                    "order a part of it, and the next one when that has ended");
        }
        return planned;
    }

    private static Answer asked(String taskId, @Nullable Backfill backfill, boolean dryRun) {
        ObjectNode answer = answer(taskId, backfill);
        return Answer.json(202, dryRun ? answer.put(ScheduleWriting.DRY_RUN, true) : answer);
    }

    private static ObjectNode answer(String taskId, @Nullable Backfill backfill) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("taskId", taskId);
        if (backfill != null) {
            ObjectNode node = answer.putObject("backfill")
                    .put("from", backfill.from().toString())
                    .put("to", backfill.to().toString())
                    .put("maxRunning", backfill.maxRunning())
                    .put("next", backfill.next().toString())
                    .put("planned", backfill.planned())
                    .put("made", backfill.made())
                    .put("leftOut", backfill.leftOut())
                    .put("remaining", backfill.remaining());
            ArrayNode open = node.putArray("open");
            backfill.open()
                    .forEach(one -> open.add(
                            ExecutionKey.of(taskId, backfill.execTime(one.at())).toString()));
        }
        return answer;
    }
}
