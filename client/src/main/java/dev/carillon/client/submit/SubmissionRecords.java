package dev.carillon.client.submit;

import dev.carillon.client.log.RecordLog;
import dev.carillon.client.problem.AnswerWait;
import dev.carillon.kit.record.HeaderList;
import dev.carillon.kit.record.OutgoingRecord;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.StartDeadline;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Origin;
import dev.carillon.schemas.work.Priority;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Sends tasks to the home partition of their topic: of their queue, or of {@code delayed} if they start later than in a
 * minute.
 */
public final class SubmissionRecords {
    /** Tasks that start later would only fill a worker's hold. */
    static final Duration FAR = Duration.ofSeconds(60);
    /** Tasks of one call that are sent and not yet known to be safe. */
    private static final int UNDER_WAY = 50_000;

    private final RecordLog log;
    private final ToIntFunction<String> partitionsOf;
    private final TopicNames names;
    private final Clock clock;
    /** Cached, so a changed number is not noticed; at most one entry per topic of tasks. */
    private final Map<String, Integer> partitions = new ConcurrentHashMap<>();
    /** The headers of first attempts that may start at once, which most tasks have. */
    private final Map<Priority, HeaderList> usualHeaders = usualHeaders();

    public SubmissionRecords(RecordLog log, TopicNames names, Clock clock) {
        this(log, log::partitions, names, clock);
    }

    /**
     * Looks partitions up by another way than the log's.
     *
     * @param partitionsOf the number of partitions of a topic; asked once for each
     */
    SubmissionRecords(RecordLog log, ToIntFunction<String> partitionsOf, TopicNames names, Clock clock) {
        this.log = log;
        this.partitionsOf = partitionsOf;
        this.names = names;
        this.clock = clock;
    }

    /** Returns when the task is safe in its topic. */
    public void send(Task task) {
        AnswerWait.until(start(task));
    }

    /** Throws if the task breaks the contract; the future has the offset once the task is safe in its topic. */
    public CompletableFuture<Long> start(Task task) {
        return log.send(record(task, keyOf(task)));
    }

    private static ExecutionKey keyOf(Task task) {
        return Objects.requireNonNull(task.key(), "a task of ours names its execTime");
    }

    CompletableFuture<Long> start(Task task, ExecutionKey key) {
        return log.send(record(task, key));
    }

    private OutgoingRecord record(Task task, ExecutionKey key) {
        byte[] value = check(task);
        String lane = names.tasks(task.work().queue(), task.work().priority());
        String topic = isFar(task) ? names.delayed() : lane;
        if (!topic.equals(lane)) {
            // A timer would release the task into a queue that does not exist.
            var unused = partitions(lane);
        }
        return new OutgoingRecord(topic, key.home(partitions(topic)), key.bytes(), value, headers(task));
    }

    /**
     * Sends many, some thousands under way at a time. If one is refused, those before it are sent, and none after it.
     *
     * @param each gets the tasks in order, each as soon as it and those before it are safe
     * @return how many
     */
    public long sendAll(Iterator<Task> tasks, Consumer<Task> each) {
        return sendEach(tasks, sent -> each.accept(sent.task()));
    }

    /** As {@link #sendAll}, for callers that need the keys. */
    long sendAllByKey(Iterator<Task> tasks, Consumer<ExecutionKey> each) {
        return sendEach(tasks, sent -> each.accept(sent.key()));
    }

    private long sendEach(Iterator<Task> tasks, Consumer<UnderWay> each) {
        Window window = new Window(each);
        long sent = 0;
        try {
            while (tasks.hasNext()) {
                Task task = tasks.next();
                window.makeRoom();
                ExecutionKey key = keyOf(task);
                window.underWay.add(new UnderWay(task, key, log.sendAmongMany(record(task, key))));
                sent++;
            }
        } finally {
            // Also if one was refused: the caller has to learn of those sent before it.
            window.empty();
        }
        return sent;
    }

    /** The tasks of one call that are sent and not yet passed on, in order. */
    private final class Window {
        private final Deque<UnderWay> underWay = new ArrayDeque<>();
        private final Consumer<UnderWay> each;
        /** Whether one was not passed on; then none behind it is, although it may be safe. */
        private boolean broken;

        private Window(Consumer<UnderWay> each) {
            this.each = each;
        }

        /**
         * When the window is full, half of it is awaited: with one place free at a time each request would carry a
         * handful of tasks, and the latency of requests would be the limit.
         */
        private void makeRoom() {
            boolean full = underWay.size() >= UNDER_WAY;
            while (!underWay.isEmpty()
                    && (underWay.element().safe().isDone() || (full && underWay.size() > UNDER_WAY / 2))) {
                passOnFirst();
            }
        }

        private void empty() {
            if (!underWay.isEmpty()) {
                log.flush();
            }
            while (!broken && !underWay.isEmpty()) {
                passOnFirst();
            }
        }

        private void passOnFirst() {
            UnderWay first = underWay.remove();
            broken = true;
            AnswerWait.until(first.safe());
            each.accept(first);
            broken = false;
        }
    }

    private record UnderWay(Task task, ExecutionKey key, CompletableFuture<Long> safe) {}

    /** Throws if the task breaks the contract; sends nothing. */
    public byte[] check(Task task) {
        task.checkSupported();
        // First, as it refuses instants that are too far away to count a deadline from.
        byte[] value = Kind.TASK.encode(task);
        StartDeadline.check(task, clock.instant());
        return value;
    }

    private int partitions(String topic) {
        Integer known = partitions.get(topic);
        if (known == null) {
            known = partitionsOf.applyAsInt(topic);
            partitions.put(topic, known);
        }
        return known;
    }

    private boolean isFar(Task task) {
        Instant notBefore = task.notBefore();
        return notBefore != null && notBefore.isAfter(clock.instant().plus(FAR));
    }

    private HeaderList headers(Task task) {
        boolean usual = task.notBefore() == null && task.attempt() == 1 && task.origin() == Origin.SUBMITTED;
        return usual
                ? Objects.requireNonNull(usualHeaders.get(task.work().priority()))
                : headersOf(task.attempt(), task.origin(), task.work().priority(), task.notBefore());
    }

    private static Map<Priority, HeaderList> usualHeaders() {
        Map<Priority, HeaderList> all = new EnumMap<>(Priority.class);
        for (Priority priority : Priority.values()) {
            all.put(priority, headersOf(1, Origin.SUBMITTED, priority, null));
        }
        return all;
    }

    private static HeaderList headersOf(int attempt, Origin origin, Priority priority, @Nullable Instant notBefore) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(Headers.ATTEMPT, Integer.toString(attempt));
        headers.put(Headers.ORIGIN, Fields.spelled(origin));
        headers.put(Headers.PRIORITY, Fields.spelled(priority));
        if (notBefore != null) {
            headers.put(Headers.NOT_BEFORE, notBefore.toString());
        }
        return HeaderList.of(headers);
    }
}
