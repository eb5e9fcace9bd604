package dev.carillon.worker.handler;

import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.work.Work;
import dev.carillon.worker.TestTasks;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** A context for one handler, which keeps what the handler logs and reports. */
final class TestContext implements TaskContext {
    private final Task task;
    private final Instant deadline;
    private final Deadline left;
    private final CancelSignal signal = new CancelSignal();
    final List<String> lines = new CopyOnWriteArrayList<>();

    TestContext(String type, String payload, Duration timeout) {
        Instant nominal = TestTasks.NOW;
        this.task = TestTasks.task("job")
                .withWork(Work.of(type, RawJson.parse(payload)).withTimeout(timeout))
                .withNominalTime(nominal);
        this.left = Deadline.in(timeout);
        this.deadline = SystemTime.clock().instant().plus(timeout);
    }

    TestContext(String type, String payload) {
        this(type, payload, Duration.ofSeconds(20));
    }

    @Override
    public Task task() {
        return task;
    }

    @Override
    public String key() {
        return Objects.requireNonNull(task.key()).toString();
    }

    @Override
    public Instant deadline() {
        return deadline;
    }

    @Override
    public Duration remaining() {
        return left.remaining();
    }

    @Override
    public void log(String line) {
        lines.add(line);
    }

    @Override
    public void progress(String message) {
        lines.add("progress " + message);
    }

    @Override
    public CancelSignal cancelled() {
        return signal;
    }
}
