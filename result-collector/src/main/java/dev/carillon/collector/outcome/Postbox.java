package dev.carillon.collector.outcome;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts words into records: which topic, which partition, which key and headers. */
public final class Postbox {
    private static final String SOURCE = "collector";
    /** Headers are not counted by the broker's message limit alone: they also cost every reader. */
    private static final int CAUSE_MESSAGE = 1_000;

    private final TopicNames names;
    private final int partitions;

    public Postbox(TopicNames names, int partitions) {
        this.names = names;
        this.partitions = partitions;
    }

    /**
     * The record that says a word.
     *
     * @param cause the record that led to it, if one did
     */
    public Outgoing letter(ExecutionKey key, Word word, Instant now, @Nullable Received cause) {
        if (word instanceof Word.Final end) {
            return home(names.outcomes(), key, Kind.OUTCOME.encode(end.outcome()), List.of());
        } else if (word instanceof Word.Release release) {
            return released(key, release.task());
        } else if (word instanceof Word.Tell tell) {
            Event event = new Event(tell.type(), key.toString(), now, SOURCE, tell.message(), null, Map.of());
            return home(names.events(), key, Kind.EVENT.encode(event), List.of());
        } else if (word instanceof Word.Ask ask) {
            return home(
                    names.results(),
                    key,
                    Kind.CHECK.encode(ask.check()),
                    List.of(Header.of(Headers.KIND, Headers.KIND_CHECK)));
        } else if (word instanceof Word.Bury bury) {
            return buried(key, bury, cause);
        }
        throw new IllegalArgumentException("no topic for " + word);
    }

    /** The record again, at its home. */
    public Outgoing rehomed(Received record, ExecutionKey key, int home) {
        List<Header> headers = new ArrayList<>(record.headers());
        headers.add(Header.of(Headers.REHOMED, record.partition()));
        return new Outgoing(record.topic(), home, key.bytes(), record.value(), headers);
    }

    /** A record that nobody can use, with its own key, bytes and headers. */
    public Outgoing deadLetter(Received record, ErrorCode cause, String message) {
        byte[] key = record.key();
        int partition = key == null ? record.partition() % partitions : Murmur2.partition(key, partitions);
        List<Header> headers = new ArrayList<>(record.headers());
        headers.addAll(causes(cause, message, record));
        return new Outgoing(names.deadLetters(), partition, key, record.value(), headers);
    }

    private Outgoing buried(ExecutionKey key, Word.Bury bury, @Nullable Received cause) {
        Task task = bury.task();
        byte @Nullable [] value = task != null ? Kind.TASK.encode(task) : cause == null ? null : cause.value();
        return home(names.deadLetters(), key, value, causes(bury.cause(), bury.message(), cause));
    }

    private Outgoing released(ExecutionKey key, Task task) {
        List<Header> headers = new ArrayList<>();
        headers.add(Header.of(Headers.ATTEMPT, task.attempt()));
        headers.add(Header.of(Headers.ORIGIN, Fields.spelled(task.origin())));
        headers.add(Header.of(Headers.PRIORITY, Fields.spelled(task.work().priority())));
        if (task.notBefore() != null) {
            headers.add(Header.of(Headers.NOT_BEFORE, task.notBefore()));
        }
        if (task.scheduleVersion() != null) {
            headers.add(Header.of(Headers.SCHEDULE_VERSION, task.scheduleVersion()));
        }
        // One further with each attempt: usually another worker, so that a sick one does not eat all retries.
        int partition = (key.home(partitions) + task.attempt() - 1) % partitions;
        return new Outgoing(
                names.released(task.work().queue()), partition, key.bytes(), Kind.TASK.encode(task), headers);
    }

    private Outgoing home(String topic, ExecutionKey key, byte @Nullable [] value, List<Header> headers) {
        return new Outgoing(topic, key.home(partitions), key.bytes(), value, headers);
    }

    private static List<Header> causes(ErrorCode cause, String message, @Nullable Received origin) {
        List<Header> headers = new ArrayList<>();
        headers.add(Header.of(Headers.CAUSE, cause));
        headers.add(Header.of(
                Headers.CAUSE_MESSAGE,
                message.length() > CAUSE_MESSAGE ? message.substring(0, CAUSE_MESSAGE) : message));
        if (origin != null) {
            headers.add(Header.of(Headers.ORIGIN_TOPIC, origin.topic()));
            headers.add(Header.of(Headers.ORIGIN_PARTITION, origin.partition()));
            headers.add(Header.of(Headers.ORIGIN_OFFSET, origin.offset()));
            headers.add(Header.of(Headers.ORIGIN_TIMESTAMP, origin.at().toEpochMilli()));
        }
        return headers;
    }
}
