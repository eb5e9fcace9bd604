package dev.carillon.client;

import dev.carillon.client.event.CarillonEvent;
import dev.carillon.client.event.EventSources;
import dev.carillon.client.event.ListenerThread;
import dev.carillon.client.event.Subscription;
import dev.carillon.client.log.ClusterConnector;
import dev.carillon.client.log.KafkaConnector;
import dev.carillon.client.log.RecordLog;
import dev.carillon.client.outcome.OutcomeWaiters;
import dev.carillon.client.problem.AnswerWait;
import dev.carillon.client.problem.ClientException;
import dev.carillon.client.problem.ClientProblem;
import dev.carillon.client.schedule.ApplyResult;
import dev.carillon.client.schedule.AuditTrail;
import dev.carillon.client.schedule.ScheduleOperations;
import dev.carillon.client.status.ExecutionRecords;
import dev.carillon.client.status.ExecutionStatus;
import dev.carillon.client.submit.ClientExecutor;
import dev.carillon.client.submit.OperatorCommands;
import dev.carillon.client.submit.Submission;
import dev.carillon.client.submit.TaskSubmitter;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.FreshKeys;
import dev.carillon.schemas.record.EventType;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.schedule.Calendar;
import dev.carillon.schemas.schedule.Schedule;
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
 * Submits tasks, applies schedules, cancels, awaits outcomes and listens to events. One client is enough for a program;
 * any number of threads may use it. Each refusal is a {@link ClientException}, a {@code ContractException} or a {@code
 * CodedException}, with a stable code and one line that says what to do.
 */
public final class CarillonClient implements AutoCloseable {
    /** Each has a thread and a connection of its own. */
    private static final int LISTENERS = 16;

    private final Supplier<RecordLog> opening;
    private final TopicNames names;
    private final Clock clock;
    private final ClientExecutor executor;
    private final ScheduleOperations operations;
    private final TaskSubmitter submitter;
    private final OutcomeWaiters waiters;
    private final List<ListenerThread> listeners = new ArrayList<>();
    private volatile boolean closed;

    private CarillonClient(Supplier<RecordLog> opening, TopicNames names, Clock clock) {
        this.opening = opening;
        this.names = names;
        this.clock = clock;
        FreshKeys keys = new FreshKeys(clock);
        RecordLog log = opening.get();
        this.executor = new ClientExecutor(log);
        this.operations = new ScheduleOperations(executor, names, clock, keys);
        this.submitter = new TaskSubmitter(log, executor, names, clock, keys);
        this.waiters = new OutcomeWaiters(opening, names, clock);
    }

    /**
     * Connects to the Carillon whose topics begin with {@code carillon.}, the default.
     *
     * @param bootstrapServers {@code host:port}, or several with commas between
     */
    public static CarillonClient connect(String bootstrapServers) {
        return connect(KafkaConfig.at(bootstrapServers), new TopicNames(TopicNames.DEFAULT_NAMESPACE));
    }

    /** Connects to a Carillon with another namespace, or to a cluster that needs more settings than its address. */
    public static CarillonClient connect(KafkaConfig kafka, TopicNames names) {
        return over(KafkaConnector.asConfigured(), kafka, names, SystemTime.clock());
    }

    /** As {@link #connect(KafkaConfig, TopicNames)}, with another connector and another clock. */
    public static CarillonClient over(ClusterConnector connector, KafkaConfig kafka, TopicNames names, Clock clock) {
        return new CarillonClient(() -> connector.open(kafka), names, clock);
    }

    /** Sends a task, which is safe when this returns the key of its execution. */
    public ExecutionKey submit(Submission work) {
        return AnswerWait.answer(submitSoon(work));
    }

    /** As {@link #submit}, without waiting: the future has the key once the task is safe. A refusal is thrown here. */
    public CompletableFuture<ExecutionKey> submitSoon(Submission work) {
        requireOpen();
        return submitter.start(work);
    }

    /**
     * Sends many; all are safe when this returns their keys, in order. If one is refused, those before it are sent, and
     * none after it.
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
     * Defines a schedule, or replaces the one with its taskId. The trigger uses it within about a second; a definition
     * that the trigger refuses, such as a cron expression that never fires, causes a {@code SCHEDULE_BROKEN} event. An
     * equal definition is written again only if the trigger can't use the stored one, has parked it or, if the new one
     * names {@code enabled: true}, has paused it after failures. A definition that does not name {@code enabled}, such
     * as one made by {@link Schedule#of}, leaves a paused schedule paused.
     */
    public ApplyResult apply(Schedule schedule) {
        return operations.apply(schedule);
    }

    /**
     * Applies many schedules in order, as {@link #apply(Schedule)} does, and returns a result for each. If it fails on
     * the way, some are applied; a repeated call leaves these unchanged.
     */
    public List<ApplyResult> applyAll(List<Schedule> schedules) {
        return operations.applyAll(schedules);
    }

    /** Deletes a schedule; does nothing if there is none. */
    public void delete(String taskId) {
        operations.delete(taskId);
    }

    /** Pauses a schedule. */
    public void pause(String taskId, @Nullable String reason) {
        operations.setEnabled(taskId, false, reason);
    }

    /** Resumes a paused schedule. */
    public void resume(String taskId) {
        operations.setEnabled(taskId, true, null);
    }

    /** Defines a calendar, or replaces the one with its name. */
    public void apply(Calendar calendar) {
        operations.apply(calendar);
    }

    /** Deletes a calendar, if there is one. Ticks of schedules that name it are skipped from then on. */
    public void deleteCalendar(String name) {
        operations.deleteCalendar(name);
    }

    /** Runs a schedule once now, in addition to its ticks; returns the key of that execution. */
    public ExecutionKey runNow(String taskId) {
        return operations.runNow(taskId);
    }

    /** Skips the next tick of a schedule; each further call skips one more. */
    public void skipNext(String taskId, @Nullable String reason) {
        operations.skipNext(taskId, reason);
    }

    /**
     * Runs a schedule once for each planned instant of the past range {@code [from, to)}; {@code BACKFILL_STARTED} and
     * {@code BACKFILL_ENDED} report it. If the trigger refuses the command, it is in {@code dead-letters}.
     *
     * @param maxRunning how many of these executions may be open at a time, 1 to 1,000; null is 10
     */
    public void backfill(String taskId, Instant from, Instant to, @Nullable Long maxRunning) {
        operations.backfill(taskId, from, to, maxRunning);
    }

    /** Ends the backfill that is under way; executions that it has created run on. */
    public void cancelBackfill(String taskId) {
        operations.cancelBackfill(taskId);
    }

    /**
     * Requests to cancel an execution. Its outcome is CANCELLED, or the end that it had reached before. A key that has
     * no execution gets no outcome.
     */
    public void cancel(ExecutionKey key, @Nullable String reason) {
        executor.call(open -> {
            new OperatorCommands(open, names, clock, AuditTrail.PROGRAM).cancel(key, reason);
            return true;
        });
    }

    /** The outcome of an execution, once there is one; cancel the future to stop waiting. */
    public CompletableFuture<Outcome> outcome(ExecutionKey key) {
        requireOpen();
        return waiters.outcome(key);
    }

    /** Waits for the outcome; NO_OUTCOME if there is none within the time. */
    public Outcome await(ExecutionKey key, Duration within) {
        requireOpen();
        return waiters.await(key, within);
    }

    /** Waits for many outcomes in one pass over the topic; returns those that arrived within the time. */
    public Map<ExecutionKey, Outcome> awaitAll(Collection<ExecutionKey> keys, Duration within) {
        requireOpen();
        return waiters.awaitAll(keys, within);
    }

    /** The current status of an execution, from its records; empty if it has none. */
    public Optional<ExecutionStatus> status(ExecutionKey key) {
        return executor.call(open -> new ExecutionRecords(open, names).status(key, clock.instant()));
    }

    /** As {@link #on(Set, Consumer)}, for one kind of event. */
    public Subscription on(EventType type, Consumer<CarillonEvent> listener) {
        return on(EnumSet.of(type), listener);
    }

    /**
     * Calls the listener for each event of these types from now on, one at a time, on its own thread. A listener that
     * throws still gets the next event. {@link EventSources#whyNotEmitted} names types that no component emits yet.
     */
    public synchronized Subscription on(Set<EventType> types, Consumer<CarillonEvent> listener) {
        requireOpen();
        listeners.removeIf(ListenerThread::isClosed);
        if (listeners.size() >= LISTENERS) {
            throw new ClientException(
                    ClientProblem.TOO_MUCH_AT_ONCE,
                    LISTENERS + " listeners are subscribed already; subscribe one to several types of event");
        }
        ListenerThread made = ListenerThread.start(opening, names, clock, types, listener);
        listeners.add(made);
        return made;
    }

    private void requireOpen() {
        if (closed) {
            throw new ClientException(ClientProblem.CLOSED, "this client was closed; connect a new one");
        }
    }

    @Override
    public void close() {
        List<ListenerThread> open;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            open = List.copyOf(listeners);
        }
        // Not under the lock: a listener that calls this client would wait for the lock, and this for the listener.
        open.forEach(ListenerThread::close);
        waiters.close();
        executor.close();
    }
}
