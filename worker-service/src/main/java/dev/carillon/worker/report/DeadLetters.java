package dev.carillon.worker.report;

import dev.carillon.schemas.error.ErrorCode;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.DeadLetter;
import dev.carillon.schemas.record.Limits;
import dev.carillon.schemas.record.TaskPosition;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.worker.wire.Arrival;
import dev.carillon.worker.wire.Arrival.Header;
import dev.carillon.worker.wire.Outgoing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts aside what can't be used or can't be sent; always small enough to be sent itself. */
public final class DeadLetters {
    private final TopicNames names;

    DeadLetters(TopicNames names) {
        this.names = names;
    }

    /** The record as it is, as far as it fits, with why it can't be used. */
    Outgoing of(Arrival arrival, ErrorCode code, String message) {
        DeadLetter letter = DeadLetter.of(
                arrival.key(),
                arrival.value(),
                ofContract(arrival.headers()),
                code,
                message,
                new DeadLetter.Place(
                        arrival.source().topic(), arrival.source().number(), arrival.offset(), arrival.appended()));
        return toDeadLetters(letter);
    }

    /** Stands for records that are too large to be sent, so that they stop nothing: says of what they were. */
    public Outgoing unsendable(@Nullable TaskPosition origin, List<Outgoing> records) {
        List<DeadLetter.Header> where = origin == null
                ? List.of()
                : List.of(
                        DeadLetter.Header.of(Headers.ORIGIN_TOPIC, origin.topic()),
                        DeadLetter.Header.of(Headers.ORIGIN_PARTITION, Integer.toString(origin.partition())),
                        DeadLetter.Header.of(Headers.ORIGIN_OFFSET, Long.toString(origin.offset())));
        Outgoing first = records.isEmpty() ? null : records.get(0);
        byte[] key = first == null || first.key() == null || first.key().length > Limits.KEY ? null : first.key();
        String message = "value: " + (first == null ? 0 : first.size()) + " bytes for "
                + (first == null ? "nowhere" : first.topic()) + " can't be sent; make the task's payload smaller";
        return toDeadLetters(DeadLetter.of(key, null, where, ErrorCode.RECORD_TOO_LARGE, message, null));
    }

    private Outgoing toDeadLetters(DeadLetter letter) {
        List<Header> headers = letter.headers().stream()
                .map(header -> new Header(header.name(), header.value()))
                .toList();
        return new Outgoing(names.deadLetters(), null, letter.key(), letter.value(), headers);
    }

    private static List<DeadLetter.Header> ofContract(List<Header> headers) {
        return headers.stream()
                .map(header -> new DeadLetter.Header(header.name(), header.value()))
                .toList();
    }
}
