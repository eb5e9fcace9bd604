package dev.carillon.console.api.execution;

import dev.carillon.client.Commands;
import dev.carillon.client.LiveWorkers;
import dev.carillon.client.Queues;
import dev.carillon.client.RecordLog;
import dev.carillon.client.Submissions;
import dev.carillon.client.deadletter.ReplayRule;
import dev.carillon.console.api.Answer;
import dev.carillon.console.api.KnownFields;
import dev.carillon.console.api.Request;
import dev.carillon.console.api.Resource;
import dev.carillon.console.api.Routes;
import dev.carillon.console.api.Verb;
import dev.carillon.console.api.write.IdempotencyKeys;
import dev.carillon.console.history.RunDetail;
import dev.carillon.console.history.Runs;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ExecTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.record.Work;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Work to be done once: submitted, done again, cancelled. */
public final class SubmissionsResource implements Resource {
    private static final int MOST_AT_ONCE = 10_000;
    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final Runs runs;
    private final Writing writing;
    private final IdempotencyKeys once;

    public SubmissionsResource(Runs runs, Writing writing, IdempotencyKeys once) {
        this.runs = runs;
        this.writing = writing;
        this.once = once;
    }

    @Override
    public void routes(Routes routes) {
        routes.on(Verb.POST, "/v1/executions", this::submit, "dryRun", "wait", "force")
                .batch(Verb.POST, "/v1/executions/batch", this::submitBatch, "dryRun", "wait", "force")
                .on(Verb.POST, "/v1/executions/{key}/cancel", this::cancel, "dryRun", "wait")
                .on(Verb.POST, "/v1/executions/{key}/retry", this::retry, "dryRun", "wait");
    }

    private static @Nullable String idempotencyKey(Request request) {
        String key = request.headers().text(IDEMPOTENCY_KEY, IdempotencyKeys.LENGTH);
        if (key != null && !key.matches("[\\x21-\\x7e]+")) {
            throw new ConsoleException(
                    ConsoleProblem.BAD_PARAMETER,
                    "Idempotency-Key has characters that are no visible ASCII",
                    IDEMPOTENCY_KEY,
                    key,
                    "1 to " + IdempotencyKeys.LENGTH + " visible ASCII characters");
        }
        return key;
    }

    private Answer submit(Request request) {
        Asked asked = Asked.read(request);
        String name = idempotencyKey(request);
        Fields fields = request.fields();
        List<Task> tasks = List.of(named(SubmissionFields.read(fields, writing.now()), "execTime", name, 0));
        IdempotencyKeys.Once done = send(text(request), "", asked, name, tasks);
        String key = done.keys().get(0);
        return asked.answer(new JsonObject().text("key", key), done.repeated(), writing.readBack(), () -> isThere(key));
    }

    private Answer submitBatch(Request request) {
        Asked asked = Asked.read(request);
        String name = idempotencyKey(request);
        Instant now = writing.now();
        List<Task> read = request.object(
                fields -> fields.objects("items", MOST_AT_ONCE, item -> SubmissionFields.read(item, now)));
        if (read.isEmpty()) {
            throw new ContractException(ErrorCode.MISSING_FIELD, "items", "has no entry", "send at least one");
        }
        List<Task> tasks = new ArrayList<>();
        for (Task task : read) {
            tasks.add(named(task, "items[" + tasks.size() + "].execTime", name, tasks.size()));
        }
        IdempotencyKeys.Once done = send(text(request), "items[#].", asked, name, tasks);
        return asked.answer(
                new JsonObject().texts("keys", done.keys()),
                done.repeated(),
                writing.readBack(),
                () -> done.keys().stream().allMatch(this::isThere));
    }

    private static String text(Request request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }

    /** The task under its key: the chosen one, one that follows from the Idempotency-Key, or a fresh one. */
    private Task named(Task task, String field, @Nullable String idempotencyKey, int number) {
        if (task.execTime() == null) {
            ExecTime execTime =
                    idempotencyKey == null ? writing.freshTime() : IdempotencyKeys.execTime(idempotencyKey, number);
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
     * Sends the tasks, once.
     *
     * @param what the same for the same request
     * @param path of a task in the body, with its number to be put in; empty where there is only one
     */
    private IdempotencyKeys.Once send(String what, String path, Asked asked, @Nullable String name, List<Task> tasks) {
        List<String> keys =
                tasks.stream().map(task -> String.valueOf(task.key())).toList();
        if (asked.dryRun()) {
            writing.ask(log -> checked(log, path, asked.force(), tasks));
            return new IdempotencyKeys.Once(keys, false);
        }
        AtomicBoolean before = new AtomicBoolean();
        IdempotencyKeys.Once done = once.once(name, what, () -> {
            before.set(name != null && wasSent(name, tasks));
            if (!before.get()) {
                writing.ask(log -> checked(log, path, asked.force(), tasks).sendAll(tasks.iterator(), sent -> {}));
            }
            return keys;
        });
        return before.get() ? new IdempotencyKeys.Once(keys, true) : done;
    }

    /** After a restart nobody remembers, but the history knows the executions; other work under the key is refused. */
    private boolean wasSent(String name, List<Task> tasks) {
        RunDetail known = runs.get(keyOf(tasks.get(0))).orElse(null);
        if (known == null) {
            return false;
        }
        if (known.task() != null && !known.task().work().equals(tasks.get(0).work())) {
            throw IdempotencyKeys.reused(name);
        }
        return tasks.stream().allMatch(task -> runs.get(keyOf(task)).isPresent());
    }

    private static ExecutionKey keyOf(Task task) {
        return Objects.requireNonNull(task.key(), "it was named");
    }

    /** What nobody serves would only wait; without any worker nobody can tell. */
    private Submissions checked(RecordLog log, String path, boolean force, List<Task> tasks) {
        Queues queues = Queues.look(log, writing.names());
        LiveWorkers workers = LiveWorkers.look(log, writing.names(), writing.clock());
        Submissions submissions = new Submissions(log, writing.names(), writing.clock());
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

    private static void check(Submissions submissions, String place, Task task) {
        try {
            submissions.check(task);
        } catch (ContractException e) {
            throw e.ofField(place + e.field());
        }
    }

    private boolean isThere(String key) {
        return runs.get(ExecutionKey.parse(key)).isPresent();
    }

    private Answer cancel(Request request) {
        ExecutionKey key = ExecutionsResource.key(request);
        Asked asked = Asked.withReason(request);
        RunDetail found = ExecutionsResource.found(runs, key);
        if (found.run().state().isFinal()) {
            throw new ConsoleException(
                    ConsoleProblem.ALREADY_ENDED,
                    key + " has ended: " + found.run().state(),
                    "key",
                    key.toString(),
                    null);
        }
        if (!asked.dryRun()) {
            writing.ask(log -> {
                new Commands(log, writing.names(), writing.clock(), CONSOLE).cancel(key, asked.reason());
                return true;
            });
        }
        return asked.answer(new JsonObject().text("key", key), false, writing.readBack(), () -> isCancelling(key));
    }

    private boolean isCancelling(ExecutionKey key) {
        return runs.get(key)
                .filter(found ->
                        found.cancelAsked() != null || found.run().state().isFinal())
                .isPresent();
    }

    private Answer retry(Request request) {
        ExecutionKey key = ExecutionsResource.key(request);
        Asked asked = Asked.read(request);
        KnownFields.requireNone(request.fields());
        String name = idempotencyKey(request);
        Task old = ExecutionsResource.found(runs, key).task();
        if (old == null) {
            throw new ConsoleException(
                    ConsoleProblem.NOTHING_TO_REPEAT,
                    "the history does not hold the task of " + key,
                    "key",
                    key.toString(),
                    null);
        }
        Task again = ReplayRule.again(old, key.toString(), writing.freshTime());
        if (name != null) {
            again = again.withKey(ExecutionKey.of(old.taskId(), IdempotencyKeys.execTime(name, 0)));
        }
        IdempotencyKeys.Once done = send("retry " + key, "", asked, name, List.of(again));
        String made = done.keys().get(0);
        return asked.answer(
                new JsonObject().text("key", made), done.repeated(), writing.readBack(), () -> isThere(made));
    }
}
