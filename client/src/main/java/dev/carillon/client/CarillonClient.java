package dev.carillon.client;

import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.time.Deadline;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshInstants;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Submit, apply, cancel, await, listen. One is enough for a program: it may be used from any number of threads. Whatever
 * is refused is a {@link ClientException}, a {@code ContractException} or a {@code CodedException}, each with a stable
 * code and one line that says what to do.
 */
public final class CarillonClient implements AutoCloseable {
    /** Tasks of one {@link #submitAll} that are sent and not yet known to be safe. */
    private static final int UNDER_WAY = 10_000;

    private final Supplier<RecordLog> opening;
    private final TopicNames names;
    private final Clock clock;
    private final FreshInstants instants;
    private final RecordLog log;
    private final Desk desk;
    private final Submissions submissions;
    private @Nullable Waiter waiter;
    private volatile boolean closed;

    /** The loop that reads outcomes, and what it reads for. */
    private record Waiter(OutcomeReader reader, StartedLoop loop) {}

    private CarillonClient(Supplier<RecordLog> opening, TopicNames names, Clock clock) {
        this.opening = opening;
        this.names = names;
        this.clock = clock;
        this.instants = new FreshInstants(clock);
        this.log = opening.get();
        this.desk = new Desk(log);
        this.submissions = new Submissions(log::send, this::partitions, names, clock);
    }

    /**
     * Connects to the Carillon whose topics begin with {@code carillon.}, the default.
     *
     * @param bootstrapServers {@code host:port}, or several with commas between
     */
    public static CarillonClient connect(String bootstrapServers) {
        return connect(KafkaConfig.at(bootstrapServers), new TopicNames(TopicNames.DEFAULT_NAMESPACE));
    }

    /** Connects to a Carillon with a namespace of its own, or to a cluster that wants more said than an address. */
    public static CarillonClient connect(KafkaConfig kafka, TopicNames names) {
        return over(KafkaConnector.asConfigured(), kafka, names, SystemTime.clock());
    }

    /** As {@link #connect(KafkaConfig, TopicNames)}, by another way to the cluster and another clock. */
    public static CarillonClient over(Connector connector, KafkaConfig kafka, TopicNames names, Clock clock) {
        return new CarillonClient(() -> connector.open(kafka), names, clock);
    }

    /**
     * Sends a task; it is safe when this returns.
     *
     * @return the key of its execution
     */
    public ExecutionKey submit(Submission work) {
        requireOpen();
        Task task = work.task(instants, clock);
        submissions.send(task);
        return keyOf(task);
    }

    /** As {@link #submit}, without waiting: the future has the key once the task is safe. What is refused throws here. */
    public CompletableFuture<ExecutionKey> submitSoon(Submission work) {
        requireOpen();
        Task task = work.task(instants, clock);
        return submissions.start(task).thenApply(safe -> keyOf(task));
    }

    /**
     * Sends many; all are safe when this returns. If one is refused, those before it were sent, and none behind it.
     *
     * @return the keys, in order
     */
    public List<ExecutionKey> submitAll(Iterable<Submission> works) {
        List<ExecutionKey> keys = new ArrayList<>();
        submitAll(works, keys::add);
        return keys;
    }

    /**
     * As {@link #submitAll(Iterable)}, for more than fit into memory.
     *
     * @param each gets the keys in order, each as soon as its task and those before it are safe
     * @return how many
     */
    public long submitAll(Iterable<Submission> works, Consumer<ExecutionKey> each) {
        Deque<CompletableFuture<ExecutionKey>> underWay = new ArrayDeque<>();
        long sent = 0;
        for (Submission work : works) {
            if (underWay.size() == UNDER_WAY) {
                each.accept(Waiting.answer(underWay.remove()));
            }
            underWay.add(submitSoon(work));
            sent++;
        }
        while (!underWay.isEmpty()) {
            each.accept(Waiting.answer(underWay.remove()));
        }
        return sent;
    }

    /**
     * Defines a schedule, or takes the place of the one with its taskId. It is in force within a second or so; one that
     * is refused there, such as a cron expression that never fires, is heard of as {@code SCHEDULE_BROKEN}.
     */
    public void apply(Schedule schedule) {
        schedule.checkSupported();
        desk.ask(open -> {
            Schedules schedules = schedules(open);
            schedules.put(schedule, schedules.all().get(schedule.taskId()));
            return true;
        });
    }

    /** Deletes a schedule; that there is none is no error. */
    public void delete(String taskId) {
        desk.ask(open -> {
            schedules(open).delete(taskId);
            return true;
        });
    }

    /** Lets a schedule rest. */
    public void pause(String taskId, @Nullable String reason) {
        switched(taskId, false, reason);
    }

    /** Lets a paused schedule go on. */
    public void resume(String taskId) {
        switched(taskId, true, null);
    }

    private void switched(String taskId, boolean on, @Nullable String reason) {
        desk.ask(open -> {
            Schedules schedules = schedules(open);
            Schedule found = schedules.getReadable(taskId);
            schedules.put(found.withEnabled(on, reason, clock.instant()), schedules.get(taskId));
            return true;
        });
    }

    /**
     * Runs a schedule once now, beside its ticks.
     *
     * @return the key of the execution
     */
    public ExecutionKey runNow(String taskId) {
        return desk.ask(open -> {
            ExecutionKey key =
                    ExecutionKey.of(schedules(open).getReadable(taskId).taskId(), instants.next());
            new Commands(open, names, clock).runNow(key, null);
            return key;
        });
    }

    /**
     * Asks to cancel an execution, wherever it is. Its outcome says what came of it: CANCELLED, or the end that had come
     * first. An execution that nobody ever meets gets none.
     */
    public void cancel(ExecutionKey key, @Nullable String reason) {
        desk.ask(open -> {
            new Commands(open, names, clock).cancel(key, reason);
            return true;
        });
    }

    /** The outcome of an execution, now or whenever it comes; cancel the future to wait no longer. */
    public CompletableFuture<Outcome> outcome(ExecutionKey key) {
        return reader().outcome(key);
    }

    /** Waits for the outcome; NO_OUTCOME if there is none within the time. */
    public Outcome await(ExecutionKey key, Duration within) {
        CompletableFuture<Outcome> outcome = outcome(key);
        try {
            return Waiting.answer(outcome, within)
                    .orElseThrow(() -> new ClientException(
                            ClientProblem.NO_OUTCOME,
                            "there is no outcome of " + key + " after " + within + "; it goes on, look at its status"));
        } finally {
            outcome.cancel(false);
        }
    }

    /**
     * Waits for the outcomes of many at once, which costs one pass over them.
     *
     * @return those that came within the time
     */
    public Map<ExecutionKey, Outcome> awaitAll(Collection<ExecutionKey> keys, Duration within) {
        Map<ExecutionKey, CompletableFuture<Outcome>> outcomes = new LinkedHashMap<>();
        OutcomeReader reader = reader();
        keys.forEach(key -> outcomes.computeIfAbsent(key, reader::outcome));
        Deadline deadline = Deadline.in(within);
        Map<ExecutionKey, Outcome> come = new LinkedHashMap<>();
        try {
            outcomes.forEach((key, outcome) ->
                    Waiting.answer(outcome, deadline.remaining()).ifPresent(found -> come.put(key, found)));
        } finally {
            outcomes.values().forEach(outcome -> outcome.cancel(false));
        }
        return come;
    }

    private static ExecutionKey keyOf(Task task) {
        return new ExecutionKey(task.taskId(), Objects.requireNonNull(task.execTime()), 0);
    }

    private Schedules schedules(RecordLog open) {
        return new Schedules(open, names, clock);
    }

    /** Refuses a queue that does not exist, before anything is sent to it. */
    private int partitions(String topic) {
        var lane = names.lane(topic);
        return desk.ask(open -> {
            if (lane != null) {
                Queues.look(open, names).require("queue", lane.queue());
            }
            return open.partitions(topic);
        });
    }

    /** Started when somebody waits for the first time. */
    private synchronized OutcomeReader reader() {
        requireOpen();
        if (waiter == null) {
            OutcomeReader reader = new OutcomeReader(opening, names);
            waiter = new Waiter(reader, new StartedLoop("carillon-client-outcomes", clock, reader));
        }
        return waiter.reader();
    }

    private void requireOpen() {
        if (closed) {
            throw new ClientException(ClientProblem.CLOSED, "this client was closed; connect a new one");
        }
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (waiter != null) {
            waiter.loop().close();
        }
        desk.close();
    }
}
