package dev.carillon.console.api.schedule;

import dev.carillon.client.Commands;
import dev.carillon.client.RecordLog;
import dev.carillon.client.Schedules;
import dev.carillon.console.api.Answer;
import dev.carillon.console.api.Parameters;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.api.Verb;
import dev.carillon.console.api.write.IdempotencyKeys;
import dev.carillon.console.api.write.IdempotencyKeys.Once;
import dev.carillon.console.history.Runs;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Runs schedules now, beside their ticks. */
public final class ScheduleRunResource implements Resource {
    private final ScheduleWriting writing;
    private final Runs runs;

    public ScheduleRunResource(ScheduleWriting writing, Runs runs) {
        this.writing = writing;
        this.runs = runs;
    }

    @Override
    public void routes(Routes routes) {
        routes.on(Verb.POST, "/v1/schedules/{taskId}/run", this::run, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT);
    }

    private Answer run(Request request) {
        String taskId = TaskId.check("taskId", request.path("taskId"));
        Duration wait = ScheduleWriting.wait(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        String reason = ScheduleWriting.reason(request);
        String name = idempotencyKey(request);
        Once done;
        if (dryRun) {
            writing.desk().ask(log -> schedules(log).getReadable(taskId));
            done = new Once(List.of(key(taskId, name).toString()), false);
        } else {
            done = writing.once().once(name, "run " + taskId + " " + reason, () -> asked(taskId, name, reason));
        }
        String key = done.keys().get(0);
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("key", key);
        if (done.repeated()) {
            answer.put("repeated", true);
        }
        if (dryRun) {
            return Answer.json(202, answer.put(ScheduleWriting.DRY_RUN, true).put("seen", false));
        }
        boolean seen = writing.readBack().await(wait, () -> isThere(ExecutionKey.parse(key)));
        return Answer.json(202, answer.put("seen", seen));
    }

    /** Asks for the run, unless another console, or this one before a restart, has asked for it. */
    private List<String> asked(String taskId, @Nullable String name, @Nullable String reason) {
        ExecutionKey key = key(taskId, name);
        if (name == null || !isThere(key)) {
            writing.desk().ask(log -> {
                schedules(log).getReadable(taskId);
                new Commands(log, writing.names(), writing.clock(), CONSOLE).runNow(key, reason);
                return key;
            });
        }
        return List.of(key.toString());
    }

    private ExecutionKey key(String taskId, @Nullable String name) {
        return name == null ? writing.keys().next(taskId) : ExecutionKey.of(taskId, IdempotencyKeys.execTime(name, 0));
    }

    private boolean isThere(ExecutionKey key) {
        return runs.get(key).isPresent();
    }

    private Schedules schedules(RecordLog log) {
        return new Schedules(log, writing.names(), writing.clock());
    }

    private static @Nullable String idempotencyKey(Request request) {
        String key = request.headers().text("Idempotency-Key", IdempotencyKeys.LENGTH);
        if (key != null && !key.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw Parameters.refused(
                    "Idempotency-Key",
                    key,
                    "it has blanks or foreign letters",
                    "1 to " + IdempotencyKeys.LENGTH + " visible ASCII characters");
        }
        return key;
    }
}
