package dev.carillon.console.api.schedule;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.schedule.Schedules;
import dev.carillon.client.submit.OperatorCommands;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.console.api.RequestParameters;
import dev.carillon.console.api.write.IdempotencyKeys;
import dev.carillon.console.api.write.IdempotencyKeys.Once;
import dev.carillon.console.history.run.Runs;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.TaskId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs schedules now, in addition to their ticks. */
public final class ScheduleRunResource implements ApiResource {
    private final ScheduleWriting writing;
    private final Runs runs;

    public ScheduleRunResource(ScheduleWriting writing, Runs runs) {
        this.writing = writing;
        this.runs = runs;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.on(
                HttpVerb.POST, "/v1/schedules/{taskId}/run", this::run, ScheduleWriting.DRY_RUN, ScheduleWriting.WAIT);
    }

    /** The requested run; repeated and dryRun are left out unless true. */
    private record RunAnswer(
            String key,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean repeated,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean dryRun,
            boolean seen) {}

    private ApiResponse run(ApiRequest request) {
        String taskId = TaskId.check("taskId", request.path("taskId"));
        Duration wait = ScheduleWriting.wait(request);
        boolean dryRun = request.query().flag(ScheduleWriting.DRY_RUN);
        String reason = ScheduleWriting.reason(request);
        String idempotencyKey = idempotencyKey(request);
        Once done;
        if (dryRun) {
            writing.session().ask(log -> schedules(log).getReadable(taskId));
            done = new Once(List.of(key(taskId, idempotencyKey).toString()), false);
        } else {
            done = writing.idempotencyKeys()
                    .once(
                            idempotencyKey,
                            reason == null ? "run " + taskId : "run " + taskId + " " + reason,
                            () -> requestRun(taskId, idempotencyKey, reason));
        }
        String key = done.keys().get(0);
        boolean seen = !dryRun && writing.readBack().await(wait, () -> isThere(ExecutionKey.parse(key)));
        return ApiResponse.json(202, new RunAnswer(key, done.repeated(), dryRun, seen));
    }

    /** Requests the run, unless another console, or this one before a restart, has done so under the same key. */
    private List<String> requestRun(String taskId, @Nullable String idempotencyKey, @Nullable String reason) {
        ExecutionKey key = key(taskId, idempotencyKey);
        if (idempotencyKey == null || !isThere(key)) {
            writing.session().ask(log -> {
                schedules(log).getReadable(taskId);
                new OperatorCommands(log, writing.names(), writing.clock(), CONSOLE).runNow(key, reason);
                return key;
            });
        }
        return List.of(key.toString());
    }

    private ExecutionKey key(String taskId, @Nullable String idempotencyKey) {
        return idempotencyKey == null
                ? writing.keys().next(taskId)
                : ExecutionKey.of(taskId, IdempotencyKeys.execTime(idempotencyKey, 0));
    }

    private boolean isThere(ExecutionKey key) {
        return runs.get(key).isPresent();
    }

    private Schedules schedules(RecordLog log) {
        return new Schedules(log, writing.names(), writing.clock());
    }

    private static @Nullable String idempotencyKey(ApiRequest request) {
        String key = request.headers().text("Idempotency-Key", IdempotencyKeys.LENGTH);
        if (key != null && !key.chars().allMatch(c -> c > ' ' && c < 127)) {
            throw RequestParameters.refused(
                    "Idempotency-Key",
                    key,
                    "it has characters other than visible ASCII",
                    "1 to " + IdempotencyKeys.LENGTH + " visible ASCII characters");
        }
        return key;
    }
}
