package dev.carillon.client.submit;

import dev.carillon.client.log.RecordLog;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.Lane;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Turns submissions into tasks and sends them, one or many, from any thread. */
public final class TaskSubmitter {
    private final ClientExecutor executor;
    private final TopicNames names;
    private final Clock clock;
    private final FreshKeys keys;
    private final SubmissionRecords submissions;

    public TaskSubmitter(RecordLog log, ClientExecutor executor, TopicNames names, Clock clock, FreshKeys keys) {
        this.executor = executor;
        this.names = names;
        this.clock = clock;
        this.keys = keys;
        this.submissions = new SubmissionRecords(log, this::partitions, names, clock);
    }

    public CompletableFuture<ExecutionKey> start(Submission work) {
        Task task = work.task(keys, clock);
        ExecutionKey key = Objects.requireNonNull(task.key());
        return submissions.start(task, key).thenApply(safe -> key);
    }

    public long sendAll(Iterable<Submission> works, Consumer<ExecutionKey> each) {
        Iterator<Submission> left = works.iterator();
        Iterator<Task> tasks = new Iterator<>() {
            @Override
            public boolean hasNext() {
                return left.hasNext();
            }

            @Override
            public Task next() {
                return left.next().task(keys, clock);
            }
        };
        return submissions.sendAllByKey(tasks, each);
    }

    /** Refuses a queue that does not exist, before anything is sent to it. */
    private int partitions(String topic) {
        Lane lane = names.lane(topic);
        return executor.call(open -> {
            if (lane != null) {
                Queues.look(open, names).require("queue", lane.queue());
            }
            return open.partitions(topic);
        });
    }
}
