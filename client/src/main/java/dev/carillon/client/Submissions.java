package dev.carillon.client;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Sends tasks where the contract wants them: near ones to their queue, far ones to {@code delayed}, each to its home. */
public final class Submissions {
    /** What starts later than this would only fill a worker's hold. */
    static final Duration FAR = Duration.ofSeconds(60);

    private final RecordLog log;
    private final TopicNames names;
    private final Clock clock;

    public Submissions(RecordLog log, TopicNames names, Clock clock) {
        this.log = log;
        this.names = names;
        this.clock = clock;
    }

    /** Returns when the task is safe in its topic. */
    public void send(Task task) {
        ExecutionKey key = Objects.requireNonNull(task.key(), "a task of ours names its execTime");
        byte[] value = Kind.TASK.encode(task);
        String topic = topicOf(task);
        log.append(new NewRecord(topic, key.home(log.partitions(topic)), key.bytes(), value, headers(task)));
    }

    private String topicOf(Task task) {
        Instant notBefore = task.notBefore();
        boolean far = notBefore != null && notBefore.isAfter(clock.instant().plus(FAR));
        return far
                ? names.delayed()
                : names.tasks(task.work().queue(), task.work().priority());
    }

    private static Map<String, String> headers(Task task) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(Headers.ATTEMPT, Integer.toString(task.attempt()));
        headers.put(Headers.ORIGIN, Fields.spelled(task.origin()));
        headers.put(Headers.PRIORITY, Fields.spelled(task.work().priority()));
        if (task.notBefore() != null) {
            headers.put(Headers.NOT_BEFORE, task.notBefore().toString());
        }
        return headers;
    }
}
