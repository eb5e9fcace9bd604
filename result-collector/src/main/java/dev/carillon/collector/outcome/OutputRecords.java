package dev.carillon.collector.outcome;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.codec.OutcomeEncoder;
import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.json.Fields;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.key.Murmur2;
import dev.carillon.schemas.record.DeadLetter;
import dev.carillon.schemas.record.Event;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes records of effects: which topic, which partition, which key and headers. */
public final class OutputRecords {
    private static final String SOURCE = "collector";
    /** A record that was taken compressed may not fit again; the batch around it takes some room too. */
    private static final int MOST_TO_MOVE = Limits.MESSAGE_BYTES - 4 * 1024;

    private final TopicNames names;
    private final int partitions;

    public OutputRecords(TopicNames names, int partitions) {
        this.names = names;
        this.partitions = partitions;
    }

    /**
     * The record of an outcome.
     *
     * @param last its last result as its record has it, where one led to the outcome
     */
    public Outgoing outcome(ExecutionKey key, Outcome outcome, byte @Nullable [] last) {
        byte[] value = last != null && outcome.last() != null
                ? OutcomeEncoder.encode(outcome, last)
                : Kind.OUTCOME.encode(outcome);
        return home(names.outcomes(), key, value, List.of());
    }

    /**
     * The record of any other effect.
     *
     * @param cause the record that led to it, if one did
     */
    public Outgoing record(ExecutionKey key, Effect effect, Instant now, @Nullable Received cause) {
        if (effect instanceof Effect.Release release) {
            return released(key, release.task());
        } else if (effect instanceof Effect.Tell tell) {
            Event event = new Event(tell.type(), key.toString(), now, SOURCE, tell.message(), null, Map.of());
            return home(names.events(), key, Kind.EVENT.encode(event), List.of());
        } else if (effect instanceof Effect.Ask ask) {
            return home(
                    names.results(),
                    key,
                    Kind.CHECK.encode(ask.check()),
                    List.of(Header.of(Headers.KIND, Headers.KIND_CHECK)));
        } else if (effect instanceof Effect.Bury bury) {
            return buried(key, bury, cause);
        } else if (effect instanceof Effect.PutAside aside && cause != null) {
            return deadLetter(cause, aside.cause(), aside.message());
        }
        throw new IllegalArgumentException("no topic for " + effect);
    }

    /** The record again, at its home. */
    public Outgoing rehomed(Received record, ExecutionKey key, int home) {
        List<Header> headers = new ArrayList<>(record.headers());
        headers.add(Header.of(Headers.REHOMED, record.partition()));
        Outgoing moved = new Outgoing(record.topic(), home, key.bytes(), record.value(), headers);
        if (moved.bytes() > MOST_TO_MOVE) {
            return deadLetter(
                    record,
                    ErrorCode.RECORD_TOO_LARGE,
                    "record: takes " + moved.bytes() + " bytes with its headers and can't be moved to its partition, "
                            + home + "; the limit is " + MOST_TO_MOVE + ": send fewer headers, or to that partition");
        }
        return moved;
    }

    /** A record that nobody can use, with its own key, bytes and headers as far as they fit. */
    public Outgoing deadLetter(Received record, ErrorCode cause, String message) {
        byte[] key = record.key();
        int partition = key == null ? record.partition() % partitions : Murmur2.partition(key, partitions);
        List<DeadLetter.Header> own = record.headers().stream()
                .map(header -> new DeadLetter.Header(header.name(), header.value()))
                .toList();
        return dead(partition, DeadLetter.of(key, record.value(), own, cause, message, place(record)));
    }

    private Outgoing buried(ExecutionKey key, Effect.Bury bury, @Nullable Received cause) {
        Task task = bury.task();
        byte @Nullable [] value = task != null ? Kind.TASK.encode(task) : cause == null ? null : cause.value();
        return dead(
                key.home(partitions),
                DeadLetter.of(key.bytes(), value, List.of(), bury.cause(), bury.message(), place(cause)));
    }

    private Outgoing dead(int partition, DeadLetter letter) {
        List<Header> headers = letter.headers().stream()
                .map(header -> new Header(header.name(), header.value()))
                .toList();
        return new Outgoing(names.deadLetters(), partition, letter.key(), letter.value(), headers);
    }

    private static DeadLetter.@Nullable Place place(@Nullable Received record) {
        return record == null
                ? null
                : new DeadLetter.Place(record.topic(), record.partition(), record.offset(), record.at());
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
}
