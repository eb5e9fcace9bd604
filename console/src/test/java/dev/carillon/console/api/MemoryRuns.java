package dev.carillon.console.api;

import dev.carillon.client.MemoryRecordLog;
import dev.carillon.console.history.ResultPage;
import dev.carillon.console.history.run.ErrorGroup;
import dev.carillon.console.history.run.LogLine;
import dev.carillon.console.history.run.LogPage;
import dev.carillon.console.history.run.RecordPlace;
import dev.carillon.console.history.run.Run;
import dev.carillon.console.history.run.RunBuilder;
import dev.carillon.console.history.run.RunDetail;
import dev.carillon.console.history.run.RunDetailAttemptBuilder;
import dev.carillon.console.history.run.RunFilter;
import dev.carillon.console.history.run.Runs;
import dev.carillon.console.problem.ConsoleException;
import dev.carillon.console.problem.ConsoleProblem;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Command;
import dev.carillon.schemas.record.CommandKind;
import dev.carillon.schemas.record.ResultStatus;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.state.ExecutionState;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The executions of submitted tasks and of run-now commands, one that has succeeded, and one that waits for its next
 * attempt.
 */
public final class MemoryRuns implements Runs {
    public static final ExecutionKey DONE = ExecutionKey.of("report", Instant.parse("2026-11-18T05:00:00Z"));
    public static final ExecutionKey RETRYING = ExecutionKey.of("report", Instant.parse("2026-11-18T05:30:00Z"));

    /** One whose task is not kept. */
    public static final ExecutionKey WITHOUT_TASK = ExecutionKey.of("report", Instant.parse("2026-11-11T05:00:00Z"));

    private final MemoryRecordLog log;
    /** Whether the history shows no new records. */
    public volatile boolean isStuck;
    /** The ends of the topics for which {@link #tasks} was made. */
    private List<Object> tasksUpTo = List.of();

    private Map<String, Task> tasks = Map.of();

    MemoryRuns(MemoryRecordLog log) {
        this.log = log;
    }

    /** The commands to run something, in order. */
    public List<Command> commands() {
        return log.all(RunningConsole.NAMES.control()).stream()
                .map(record -> record.read(Kind.COMMAND::ifReadable).orElseThrow())
                .filter(command -> command.command() == CommandKind.RUN_NOW)
                .toList();
    }

    static Run run(ExecutionKey key, ExecutionState state) {
        Instant at = Instant.parse("2026-11-18T05:00:00Z");
        boolean done = state == ExecutionState.SUCCEEDED;
        return RunBuilder.builder()
                .key(key)
                .state(state)
                .name("Report <b>")
                .type("http")
                .queue("default")
                .priority(Priority.NORMAL)
                .origin(Origin.TICK)
                .attempts(2)
                .code("HTTP_500")
                .message("it said <script>")
                .worker("worker-1")
                .firstHeard(at)
                .due(at)
                .started(at.plusMillis(20))
                .ended(done ? at.plusMillis(1_500) : null)
                .nextAttempt(done ? null : at.plusSeconds(10_000))
                .build();
    }

    static RunDetail detail(ExecutionKey key, ExecutionState state) {
        Task task = Kind.TASK.decode(("{\"taskId\":\"" + key.taskId() + "\",\"execTime\":\"" + key.execTime()
                        + "\",\"type\":\"http\",\"payload\":{\"url\":\"http://localhost\"}}")
                .getBytes(StandardCharsets.UTF_8));
        Instant at = Instant.parse("2026-11-18T05:00:00Z");
        return new RunDetail(
                run(key, state),
                List.of(
                        RunDetailAttemptBuilder.builder()
                                .number(1)
                                .status(ResultStatus.FAILED)
                                .code("HTTP_500")
                                .message("no")
                                .error("at line 1")
                                .worker("worker-1")
                                .queued(at)
                                .started(at)
                                .finished(at)
                                .said(at)
                                .build(),
                        RunDetailAttemptBuilder.builder().number(2).queued(at).build()),
                task,
                RawJson.parse("[1,2]"),
                null,
                3);
    }

    private static RunDetail with(RunDetail detail, @Nullable Instant cancelAsked) {
        return new RunDetail(
                detail.run(), detail.attempts(), detail.task(), detail.data(), cancelAsked, detail.logLines());
    }

    private @Nullable Instant cancelAsked(ExecutionKey key) {
        return isStuck
                ? null
                : log.all(RunningConsole.NAMES.control()).stream()
                        .map(record -> record.read(Kind.COMMAND::ifReadable).orElseThrow())
                        .filter(command -> command.command() == CommandKind.CANCEL
                                && command.subject().equals(key.toString()))
                        .map(Command::at)
                        .findFirst()
                        .orElse(null);
    }

    private synchronized Map<String, Task> tasks() {
        List<String> topics = log.topics().stream()
                .filter(topic -> topic.contains(".tasks.") || topic.equals(RunningConsole.NAMES.delayed()))
                .toList();
        List<Object> now =
                topics.stream().map(topic -> (Object) log.ends(topic)).toList();
        if (!now.equals(tasksUpTo)) {
            Map<String, Task> found = new HashMap<>();
            for (String topic : topics) {
                log.all(topic)
                        .forEach(record -> found.put(
                                record.keyText(),
                                record.read(Kind.TASK::ifReadable).orElseThrow()));
            }
            tasks = found;
            tasksUpTo = now;
        }
        return tasks;
    }

    @Override
    public Optional<RunDetail> get(ExecutionKey key) {
        if (key.equals(DONE)) {
            return Optional.of(detail(key, ExecutionState.SUCCEEDED));
        }
        if (key.equals(RETRYING)) {
            return Optional.of(with(detail(key, ExecutionState.RETRYING), cancelAsked(key)));
        }
        if (key.equals(WITHOUT_TASK)) {
            RunDetail kept = detail(key, ExecutionState.FAILED);
            return Optional.of(new RunDetail(kept.run(), kept.attempts(), null, null, null, 0));
        }
        if (isStuck) {
            return Optional.empty();
        }
        Task task = tasks().get(key.toString());
        if (task != null) {
            RunDetail found = detail(key, ExecutionState.QUEUED);
            return Optional.of(new RunDetail(found.run(), found.attempts(), task, null, cancelAsked(key), 0));
        }
        return commands().stream()
                .filter(command -> command.execTime() != null
                        && ExecutionKey.of(command.subject(), command.execTime())
                                .equals(key))
                .findFirst()
                .map(command -> detail(key, ExecutionState.QUEUED));
    }

    @Override
    public ResultPage<Run> find(RunFilter filter, @Nullable String cursor, int limit) {
        if (cursor != null) {
            throw new ConsoleException(
                    ConsoleProblem.BAD_CURSOR, "the cursor is not one of ours", "cursor", cursor, "next of a page");
        }
        return new ResultPage<>(
                List.of(run(DONE, ExecutionState.SUCCEEDED), run(RETRYING, ExecutionState.RETRYING)), "more");
    }

    @Override
    public List<ErrorGroup> errors(RunFilter filter, int limit) {
        return List.of(
                new ErrorGroup("g1", "HTTP_500", "it said no", 3, RunningConsole.NOW, RunningConsole.NOW, RETRYING));
    }

    @Override
    public LogPage log(ExecutionKey key, int attempt, long from, int limit) {
        return new LogPage(List.of(new LogLine(0, 1, RunningConsole.NOW, "<script>alert(1)</script>")), 1, true);
    }

    @Override
    public List<RecordPlace> records(ExecutionKey key) {
        return List.of(new RecordPlace(RunningConsole.NAMES.schedules(), 0, 0, RunningConsole.NOW));
    }
}
