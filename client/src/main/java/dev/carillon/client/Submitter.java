package dev.carillon.client;

import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshInstants;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.Lane;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Makes tasks of submissions and sends them, one or many, from any thread. */
final class Submitter {
    /** Tasks of one call that are sent and not yet known to be safe. */
    private static final int UNDER_WAY = 10_000;

    private final Desk desk;
    private final TopicNames names;
    private final Clock clock;
    private final FreshInstants instants;
    private final Submissions submissions;

    Submitter(RecordLog log, Desk desk, TopicNames names, Clock clock, FreshInstants instants) {
        this.desk = desk;
        this.names = names;
        this.clock = clock;
        this.instants = instants;
        this.submissions = new Submissions(log::send, this::partitions, names, clock);
    }

    CompletableFuture<ExecutionKey> start(Submission work) {
        Task task = work.task(instants, clock);
        return submissions
                .start(task)
                .thenApply(safe -> new ExecutionKey(task.taskId(), Objects.requireNonNull(task.execTime()), 0));
    }

    long sendAll(Iterable<Submission> works, Consumer<ExecutionKey> each) {
        Deque<CompletableFuture<ExecutionKey>> underWay = new ArrayDeque<>();
        long sent = 0;
        try {
            for (Submission work : works) {
                if (underWay.size() == UNDER_WAY) {
                    each.accept(Waiting.answer(underWay.remove()));
                }
                underWay.add(start(work));
                sent++;
            }
        } finally {
            // Also when one was refused: those before it are on their way, and their keys are not to be lost.
            while (!underWay.isEmpty()) {
                each.accept(Waiting.answer(underWay.remove()));
            }
        }
        return sent;
    }

    /** Refuses a queue that does not exist, before anything is sent to it. */
    private int partitions(String topic) {
        Lane lane = names.lane(topic);
        return desk.ask(open -> {
            if (lane != null) {
                Queues.look(open, names).require("queue", lane.queue());
            }
            return open.partitions(topic);
        });
    }
}
