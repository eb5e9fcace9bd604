package dev.carillon.client;

import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.Calendar;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Schedule;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    /** Each has a thread and a connection of its own. */
    private static final int LISTENERS = 16;

    private final Supplier<RecordLog> opening;
    private final TopicNames names;
    private final Clock clock;
    private final Desk desk;
    private final PlanDesk plans;
    private final Submitter submitter;
    private final Awaiting awaiting;
    private final List<Listener> listeners = new ArrayList<>();
    private volatile boolean closed;

    private CarillonClient(Supplier<RecordLog> opening, TopicNames names, Clock clock) {
        this.opening = opening;
        this.names = names;
        this.clock = clock;
        FreshKeys keys = new FreshKeys(clock);
        RecordLog log = opening.get();
        this.desk = new Desk(log);
        this.plans = new PlanDesk(desk, names, clock, keys);
        this.submitter = new Submitter(log, desk, names, clock, keys);
        this.awaiting = new Awaiting(opening, names, clock);
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

    /** Sends a task, which is safe when this returns the key of its execution. */
    public ExecutionKey submit(Submission work) {
        return Waiting.answer(submitSoon(work));
    }

    /** As {@link #submit}, without waiting: the future has the key once the task is safe. What is refused throws here. */
    public CompletableFuture<ExecutionKey> submitSoon(Submission work) {
        requireOpen();
        return submitter.start(work);
    }

    /**
     * Sends many; all are safe when this returns their keys, in order. If one is refused, those before it are sent, and
     * none behind it.
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
        requireOpen();
        return submitter.sendAll(works, each);
    }

    /**
     * Defines a schedule, or takes the place of the one with its taskId. It is in force within a second or so; one that
     * is refused there, such as a cron expression that never fires, is heard of as {@code SCHEDULE_BROKEN}. A definition
     * that means the same as the one in force is not written; if the trigger can't use it, has parked it or, where it says
     * {@code enabled: true}, has paused it after failures, it is written once more. One that does not say {@code enabled},
     * such as one made by {@link Schedule#of}, leaves a paused schedule paused.
     */
    public Applied apply(Schedule schedule) {
        return plans.apply(schedule);
    }

    /**
     * As {@link #apply(Schedule)}, of many, in their order; returns what came of each. If it fails on the way, some are
     * applied; applied again, these are unchanged.
     */
    public List<Applied> applyAll(List<Schedule> schedules) {
        return plans.applyAll(schedules);
    }

    /** Deletes a schedule; that there is none is no error. */
    public void delete(String taskId) {
        plans.delete(taskId);
    }

    /** Lets a schedule rest. */
    public void pause(String taskId, @Nullable String reason) {
        plans.switched(taskId, false, reason);
    }

    /** Lets a paused schedule go on. */
    public void resume(String taskId) {
        plans.switched(taskId, true, null);
    }

    /** Defines a calendar, or takes the place of the one with its name. */
    public void apply(Calendar calendar) {
        plans.apply(calendar);
    }

    /** Deletes a calendar; that there is none is no error. Ticks of schedules that name it are skipped from then on. */
    public void deleteCalendar(String name) {
        plans.deleteCalendar(name);
    }

    /** Runs a schedule once now, beside its ticks, as the execution with the key that it returns. */
    public ExecutionKey runNow(String taskId) {
        return plans.runNow(taskId);
    }

    /** Skips the next tick of a schedule; asked again, the one after it as well. */
    public void skipNext(String taskId, @Nullable String reason) {
        plans.skipNext(taskId, reason);
    }

    /**
     * Runs a schedule once for each planned instant of the past range {@code [from, to)}; {@code BACKFILL_STARTED} and
     * {@code BACKFILL_ENDED} tell of it. What only the trigger can refuse lies in {@code dead-letters}.
     *
     * @param maxRunning how many of them may be without an outcome at a time, 1 to 1,000; null is 10
     */
    public void backfill(String taskId, Instant from, Instant to, @Nullable Long maxRunning) {
        plans.backfill(taskId, from, to, maxRunning);
    }

    /** Ends the backfill that is under way; what it has made runs on. */
    public void cancelBackfill(String taskId) {
        plans.cancelBackfill(taskId);
    }

    /**
     * Asks to cancel an execution, wherever it is. Its outcome says what came of it: CANCELLED, or the end that had come
     * first. An execution that nobody ever meets gets none.
     */
    public void cancel(ExecutionKey key, @Nullable String reason) {
        desk.ask(open -> {
            new Commands(open, names, clock, AuditTrail.PROGRAM).cancel(key, reason);
            return true;
        });
    }

    /** The outcome of an execution, now or whenever it comes; cancel the future to wait no longer. */
    public CompletableFuture<Outcome> outcome(ExecutionKey key) {
        requireOpen();
        return awaiting.outcome(key);
    }

    /** Waits for the outcome; NO_OUTCOME if there is none within the time. */
    public Outcome await(ExecutionKey key, Duration within) {
        requireOpen();
        return awaiting.await(key, within);
    }

    /** Waits for the outcomes of many at once, in one pass over them; returns those that came within the time. */
    public Map<ExecutionKey, Outcome> awaitAll(Collection<ExecutionKey> keys, Duration within) {
        requireOpen();
        return awaiting.awaitAll(keys, within);
    }

    /** The execution as its records tell it now; empty if there are none of it. */
    public Optional<ExecutionStatus> status(ExecutionKey key) {
        return desk.ask(open -> new ExecutionRecords(open, names).status(key, clock.instant()));
    }

    /** As {@link #on(Set, Consumer)}, for one kind of event. */
    public Subscription on(EventType type, Consumer<Heard> listener) {
        return on(EnumSet.of(type), listener);
    }

    /**
     * Calls the listener for each event of the kinds that happens from now on, one at a time, on a thread of its own. One
     * that throws is called again with the next. What nobody says yet is named by {@link Hearing#notYet}.
     */
    public synchronized Subscription on(Set<EventType> types, Consumer<Heard> listener) {
        requireOpen();
        listeners.removeIf(Listener::isClosed);
        if (listeners.size() >= LISTENERS) {
            throw new ClientException(
                    ClientProblem.TOO_MUCH_AT_ONCE,
                    LISTENERS + " listeners are at work already; let one listen to several kinds of event");
        }
        Listener made = Listener.start(opening, names, clock, types, listener);
        listeners.add(made);
        return made;
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
        listeners.forEach(Listener::close);
        awaiting.close();
        desk.close();
    }
}
