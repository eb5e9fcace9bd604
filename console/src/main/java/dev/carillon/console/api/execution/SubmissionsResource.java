package dev.carillon.console.api.execution;

import dev.carillon.client.deadletter.ReplayRule;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.submit.OperatorCommands;
import dev.carillon.client.submit.Queues;
import dev.carillon.client.submit.SubmissionRecords;
import dev.carillon.console.api.ApiRequest;
import dev.carillon.console.api.ApiResource;
import dev.carillon.console.api.ApiResponse;
import dev.carillon.console.api.ApiRoutes;
import dev.carillon.console.api.HttpVerb;
import dev.carillon.console.api.KnownFields;
import dev.carillon.console.api.write.IdempotencyKeys;
import dev.carillon.console.history.run.RunDetail;
import dev.carillon.console.history.run.Runs;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.insight.worker.LiveWorkers;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Work;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Submits, retries and cancels executions. */
public final class SubmissionsResource implements ApiResource {
    private static final int MOST_AT_ONCE = 10_000;
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final Runs runs;
    private final WriteContext context;
    private final IdempotencyKeys idempotencyKeys;

    public SubmissionsResource(Runs runs, WriteContext context, IdempotencyKeys idempotencyKeys) {
        this.runs = runs;
        this.context = context;
        this.idempotencyKeys = idempotencyKeys;
    }

    @Override
    public void routes(ApiRoutes routes) {
        routes.on(HttpVerb.POST, "/v1/executions", this::submit, "dryRun", "wait", "force")
                .batch(HttpVerb.POST, "/v1/executions/batch", this::submitBatch, "dryRun", "wait", "force")
                .on(HttpVerb.POST, "/v1/executions/{key}/cancel", this::cancel, "dryRun", "wait")
                .on(HttpVerb.POST, "/v1/executions/{key}/retry", this::retry, "dryRun", "wait");
    }

    private static @Nullable String idempotencyKey(ApiRequest request) {
        String key = request.headers().text(IDEMPOTENCY_KEY, IdempotencyKeys.LENGTH);
        if (key != null && !key.matches("[\\x21-\\x7e]+")) {
            throw new ConsoleException(
                    ConsoleProblem.BAD_PARAMETER,
                    "Idempotency-Key has characters other than visible ASCII",
                    IDEMPOTENCY_KEY,
                    key,
                    "1 to " + IdempotencyKeys.LENGTH + " visible ASCII characters");
        }
        return key;
    }

    private ApiResponse submit(ApiRequest request) {
        ChangeRequest change = ChangeRequest.read(request);
        String idempotencyKey = idempotencyKey(request);
        Fields fields = request.fields();
        Task task = SubmissionFields.read(fields, context.now());
        List<Task> tasks = List.of(withKey(task, "execTime", idempotencyKey, 0));
        IdempotencyKeys.Once done = send(text(request), "", change, idempotencyKey, tasks);
        String key = done.keys().get(0);
        return change.answer(ChangeAnswer.ofKey(key), done.repeated(), context.readBack(), () -> isThere(key));
    }

    private ApiResponse submitBatch(ApiRequest request) {
        ChangeRequest change = ChangeRequest.read(request);
        String idempotencyKey = idempotencyKey(request);
        Instant now = context.now();
        List<Task> read = request.object(
                fields -> fields.objects("items", MOST_AT_ONCE, item -> SubmissionFields.read(item, now)));
        if (read.isEmpty()) {
            throw new ContractException(ErrorCode.MISSING_FIELD, "items", "has no entry", "send at least one");
        }
        List<Task> tasks = new ArrayList<>();
        for (Task task : read) {
            tasks.add(withKey(task, "items[" + tasks.size() + "].execTime", idempotencyKey, tasks.size()));
        }
        IdempotencyKeys.Once done = send(text(request), "items[#].", change, idempotencyKey, tasks);
        return change.answer(
                ChangeAnswer.ofKeys(done.keys()), done.repeated(), context.readBack(), () -> done.keys().stream()
                        .allMatch(this::isThere));
    }

    private static String text(ApiRequest request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }

    /** The task with its key: chosen by the client, derived from the Idempotency-Key, or fresh. */
    private Task withKey(Task task, String field, @Nullable String idempotencyKey, int number) {
        if (task.execTime() == null) {
            ExecTime execTime =
                    idempotencyKey == null ? context.freshTime() : IdempotencyKeys.execTime(idempotencyKey, number);
            return task.withKey(ExecutionKey.of(task.taskId(), execTime));
        }
        if (idempotencyKey != null) {
            throw new ContractException(
                    ErrorCode.CONFLICTING_FIELDS,
                    field,
                    "both execTime and the header Idempotency-Key name the execution",
                    "leave one of them out");
        }
        return task;
    }

    /**
     * Sends the tasks, once for each Idempotency-Key.
     *
     * @param requestText identifies the request, to refuse its key for another one
     * @param path of a task in the body, with {@code #} for its number; empty for a single task
     */
    private IdempotencyKeys.Once send(
            String requestText, String path, ChangeRequest change, @Nullable String idempotencyKey, List<Task> tasks) {
        List<String> keys =
                tasks.stream().map(task -> String.valueOf(task.key())).toList();
        if (change.dryRun()) {
            context.ask(log -> checked(log, path, change.force(), tasks));
            return new IdempotencyKeys.Once(keys, false);
        }
        AtomicBoolean sentBefore = new AtomicBoolean();
        IdempotencyKeys.Once done = idempotencyKeys.once(idempotencyKey, requestText, () -> {
            sentBefore.set(idempotencyKey != null && wasSent(idempotencyKey, tasks));
            if (!sentBefore.get()) {
                context.ask(log -> checked(log, path, change.force(), tasks).sendAll(tasks.iterator(), sent -> {}));
            }
            return keys;
        });
        return sentBefore.get() ? new IdempotencyKeys.Once(keys, true) : done;
    }

    /** After a restart the keys are gone, but the history has the executions; other work under a key is refused. */
    private boolean wasSent(String idempotencyKey, List<Task> tasks) {
        RunDetail known = runs.get(keyOf(tasks.get(0))).orElse(null);
        if (known == null) {
            return false;
        }
        if (known.task() != null && !known.task().work().equals(tasks.get(0).work())) {
            throw IdempotencyKeys.reused(idempotencyKey);
        }
        return tasks.stream().allMatch(task -> runs.get(keyOf(task)).isPresent());
    }

    private static ExecutionKey keyOf(Task task) {
        return Objects.requireNonNull(task.key(), "its key was set");
    }

    /** Checks the tasks; a type that no live worker serves is refused, unless there are no live workers at all. */
    private SubmissionRecords checked(RecordLog log, String path, boolean force, List<Task> tasks) {
        Queues queues = Queues.look(log, context.names());
        LiveWorkers workers = LiveWorkers.look(log, context.names(), context.clock());
        SubmissionRecords submissions = new SubmissionRecords(log, context.names(), context.clock());
        for (int i = 0; i < tasks.size(); i++) {
            String place = path.replace("#", Integer.toString(i));
            Work work = tasks.get(i).work();
            queues.require(place + "queue", work.queue());
            if (!force && !workers.none()) {
                workers.requireServed(place + "type", work.type(), work.queue(), "force=true");
            }
            check(submissions, place, tasks.get(i));
        }
        return submissions;
    }

    private static void check(SubmissionRecords submissions, String place, Task task) {
        try {
            submissions.check(task);
        } catch (ContractException e) {
            throw e.ofField(place + e.field());
        }
    }

    private boolean isThere(String key) {
        return runs.get(ExecutionKey.parse(key)).isPresent();
    }

    private ApiResponse cancel(ApiRequest request) {
        ExecutionKey key = ExecutionsResource.key(request);
        ChangeRequest change = ChangeRequest.withReason(request);
        RunDetail found = ExecutionsResource.found(runs, key);
        if (found.run().state().isFinal()) {
            throw new ConsoleException(
                    ConsoleProblem.ALREADY_ENDED,
                    key + " has ended: " + found.run().state(),
                    "key",
                    key.toString(),
                    null);
        }
        if (!change.dryRun()) {
            context.ask(log -> {
                new OperatorCommands(log, context.names(), context.clock(), CONSOLE).cancel(key, change.reason());
                return true;
            });
        }
        return change.answer(ChangeAnswer.ofKey(key.toString()), false, context.readBack(), () -> isCancelling(key));
    }

    private boolean isCancelling(ExecutionKey key) {
        return runs.get(key)
                .filter(found ->
                        found.cancelAsked() != null || found.run().state().isFinal())
                .isPresent();
    }

    private ApiResponse retry(ApiRequest request) {
        ExecutionKey key = ExecutionsResource.key(request);
        ChangeRequest change = ChangeRequest.read(request);
        KnownFields.requireNone(request.fields());
        String idempotencyKey = idempotencyKey(request);
        Task old = ExecutionsResource.found(runs, key).task();
        if (old == null) {
            throw new ConsoleException(
                    ConsoleProblem.NOTHING_TO_REPEAT,
                    "the history does not have the task of " + key,
                    "key",
                    key.toString(),
                    null);
        }
        Task again = ReplayRule.again(old, key.toString(), context.freshTime());
        if (idempotencyKey != null) {
            again = again.withKey(ExecutionKey.of(old.taskId(), IdempotencyKeys.execTime(idempotencyKey, 0)));
        }
        IdempotencyKeys.Once done = send("retry " + key, "", change, idempotencyKey, List.of(again));
        String made = done.keys().get(0);
        return change.answer(ChangeAnswer.ofKey(made), done.repeated(), context.readBack(), () -> isThere(made));
    }
}
