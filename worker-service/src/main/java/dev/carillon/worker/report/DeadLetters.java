package dev.carillon.worker.report;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.DeadLetter;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.Limits;
import dev.carillon.worker.wire.OutgoingRecord;
import dev.carillon.worker.wire.PolledRecord;
import dev.carillon.worker.wire.PolledRecord.Header;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds dead letters for records that can't be used or can't be sent; each is small enough to be sent itself. */
public final class DeadLetters {
    private final TopicNames names;

    DeadLetters(TopicNames names) {
        this.names = names;
    }

    /** The record unchanged as far as it fits, with the reason why it can't be used. */
    OutgoingRecord of(PolledRecord arrival, ErrorCode code, String message) {
        DeadLetter deadLetter = DeadLetter.of(
                arrival.key(),
                arrival.value(),
                deadLetterHeaders(arrival.headers()),
                code,
                message,
                new DeadLetter.Place(
                        arrival.source().topic(), arrival.source().number(), arrival.offset(), arrival.appended()));
        return toDeadLetters(deadLetter);
    }

    /**
     * Replaces records that are too large to be sent, so that later ones can be committed; names the task by its
     * position.
     */
    public OutgoingRecord unsendable(@Nullable TaskPosition origin, List<OutgoingRecord> records) {
        List<DeadLetter.Header> where = origin == null
                ? List.of()
                : List.of(
                        DeadLetter.Header.of(Headers.ORIGIN_TOPIC, origin.topic()),
                        DeadLetter.Header.of(Headers.ORIGIN_PARTITION, Integer.toString(origin.partition())),
                        DeadLetter.Header.of(Headers.ORIGIN_OFFSET, Long.toString(origin.offset())));
        OutgoingRecord first = records.isEmpty() ? null : records.get(0);
        byte[] key = first == null || first.key() == null || first.key().length > Limits.KEY ? null : first.key();
        String message = "value: " + (first == null ? 0 : first.size()) + " bytes are too many to be sent to "
                + (first == null ? "any topic" : first.topic()) + "; make the task's payload smaller";
        return toDeadLetters(DeadLetter.of(key, null, where, ErrorCode.RECORD_TOO_LARGE, message, null));
    }

    private OutgoingRecord toDeadLetters(DeadLetter deadLetter) {
        List<Header> headers = deadLetter.headers().stream()
                .map(header -> new Header(header.name(), header.value()))
                .toList();
        return new OutgoingRecord(names.deadLetters(), null, deadLetter.key(), deadLetter.value(), headers);
    }

    private static List<DeadLetter.Header> deadLetterHeaders(List<Header> headers) {
        return headers.stream()
                .map(header -> new DeadLetter.Header(header.name(), header.value()))
                .toList();
    }
}
