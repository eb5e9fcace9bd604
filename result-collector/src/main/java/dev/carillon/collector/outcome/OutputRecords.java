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
import dev.carillon.schemas.record.Outcome;
import dev.carillon.schemas.record.Task;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Limits;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns effects into records: their topic, partition, key and headers. */
public final class OutputRecords {
    private static final String SOURCE = "collector";
    /** A record that was read compressed may not fit again; the batch around it takes some room too. */
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
     * @param last the bytes of its last result, if the outcome may copy them
     */
    public OutgoingRecord outcome(ExecutionKey key, Outcome outcome, byte @Nullable [] last) {
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
    public OutgoingRecord record(ExecutionKey key, Effect effect, Instant now, @Nullable ReceivedRecord cause) {
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
                    List.of(RecordHeader.of(Headers.KIND, Headers.KIND_CHECK)));
        } else if (effect instanceof Effect.Bury bury) {
            return buried(key, bury, cause);
        } else if (effect instanceof Effect.PutAside aside && cause != null) {
            return deadLetter(cause, aside.cause(), aside.message());
        }
        throw new IllegalArgumentException("no topic for " + effect);
    }

    /** The record again, at its home. */
    public OutgoingRecord rehomed(ReceivedRecord record, ExecutionKey key, int home) {
        List<RecordHeader> headers = new ArrayList<>(record.headers());
        headers.add(RecordHeader.of(Headers.REHOMED, record.partition()));
        OutgoingRecord moved = new OutgoingRecord(record.topic(), home, key.bytes(), record.value(), headers);
        if (moved.bytes() > MOST_TO_MOVE) {
            return deadLetter(
                    record,
                    ErrorCode.RECORD_TOO_LARGE,
                    "record: takes " + moved.bytes() + " bytes with its headers and can't be moved to its partition, "
                            + home + "; the limit is " + MOST_TO_MOVE + ": send fewer headers, or to that partition");
        }
        return moved;
    }

    /** A dead letter with the key, bytes and headers of a record that can't be used, as far as they fit. */
    public OutgoingRecord deadLetter(ReceivedRecord record, ErrorCode cause, String message) {
        byte[] key = record.key();
        int partition = key == null ? record.partition() % partitions : Murmur2.partition(key, partitions);
        List<DeadLetter.Header> own = record.headers().stream()
                .map(header -> new DeadLetter.Header(header.name(), header.value()))
                .toList();
        return toDeadLetters(partition, DeadLetter.of(key, record.value(), own, cause, message, place(record)));
    }

    private OutgoingRecord buried(ExecutionKey key, Effect.Bury bury, @Nullable ReceivedRecord cause) {
        Task task = bury.task();
        byte @Nullable [] value = task != null ? Kind.TASK.encode(task) : cause == null ? null : cause.value();
        return toDeadLetters(
                key.home(partitions),
                DeadLetter.of(key.bytes(), value, List.of(), bury.cause(), bury.message(), place(cause)));
    }

    private OutgoingRecord toDeadLetters(int partition, DeadLetter deadLetter) {
        List<RecordHeader> headers = deadLetter.headers().stream()
                .map(header -> new RecordHeader(header.name(), header.value()))
                .toList();
        return new OutgoingRecord(names.deadLetters(), partition, deadLetter.key(), deadLetter.value(), headers);
    }

    private static DeadLetter.@Nullable Place place(@Nullable ReceivedRecord record) {
        return record == null
                ? null
                : new DeadLetter.Place(record.topic(), record.partition(), record.offset(), record.at());
    }

    private OutgoingRecord released(ExecutionKey key, Task task) {
        List<RecordHeader> headers = new ArrayList<>();
        headers.add(RecordHeader.of(Headers.ATTEMPT, task.attempt()));
        headers.add(RecordHeader.of(Headers.ORIGIN, Fields.spelled(task.origin())));
        headers.add(RecordHeader.of(Headers.PRIORITY, Fields.spelled(task.work().priority())));
        if (task.notBefore() != null) {
            headers.add(RecordHeader.of(Headers.NOT_BEFORE, task.notBefore()));
        }
        if (task.scheduleVersion() != null) {
            headers.add(RecordHeader.of(Headers.SCHEDULE_VERSION, task.scheduleVersion()));
        }
        // Each attempt goes one partition further, usually to another worker, so that a sick one does not use up all
        // retries.
        int partition = (key.home(partitions) + task.attempt() - 1) % partitions;
        return new OutgoingRecord(
                names.released(task.work().queue()), partition, key.bytes(), Kind.TASK.encode(task), headers);
    }

    private OutgoingRecord home(String topic, ExecutionKey key, byte @Nullable [] value, List<RecordHeader> headers) {
        return new OutgoingRecord(topic, key.home(partitions), key.bytes(), value, headers);
    }
}
