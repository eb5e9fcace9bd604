package dev.carillon.collector.streams;

import dev.carillon.collector.desk.Desk;
import dev.carillon.collector.desk.Desk.Surroundings;
import dev.carillon.collector.intake.Intake;
import dev.carillon.collector.outcome.Header;
import dev.carillon.collector.outcome.Outgoing;
import dev.carillon.collector.outcome.Postbox;
import dev.carillon.collector.outcome.Received;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Seats a desk in a Streams task: records in, records out, and a look at the clock when one is due. */
final class StreamsDesk implements Processor<byte[], byte[], byte[], Outgoing> {
    /** The shortest pause between two looks: releases come in chunks, not one by one. */
    private static final Duration SHORTEST = Duration.ofMillis(20);
    /** The longest: a schedule that was cancelled stays in Streams' queue until its time. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final StreamsRoom room;
    private @Nullable ProcessorContext<byte[], Outgoing> context;
    private @Nullable Desk desk;
    private @Nullable Cancellable planned;
    private Instant plannedFor = Instant.MAX;

    StreamsDesk(StreamsRoom room) {
        this.room = room;
    }

    @Override
    public void init(ProcessorContext<byte[], Outgoing> newContext) {
        // A task that was closed uncleanly comes back through here without a close.
        close();
        context = newContext;
        Surroundings around = new Surroundings(
                new StreamsCommands(newContext.getStateStore(StreamsControl.STORE), room.news()),
                room.queues(),
                room.timedWork(),
                room.counts(),
                room.closedKept());
        desk = new Desk(
                newContext.taskId().partition(),
                room.partitions(),
                new Intake(room.names(), room.partitions()),
                new Postbox(room.names(), room.partitions()),
                around,
                new StreamsTable(newContext.getStateStore(StreamsTopology.STORE)));
        // Also when nothing is in sight: commands may have come while nobody had the partition.
        plan(now(newContext));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        ProcessorContext<byte[], Outgoing> here = seated(context);
        RecordMetadata where = here.recordMetadata().orElseThrow();
        Received received = new Received(
                where.topic(),
                where.partition(),
                where.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                record.key(),
                record.value(),
                headers(record.headers()));
        Instant now = now(here);
        send(seated(desk).take(received, now), now);
        planNext(now);
    }

    @Override
    public void close() {
        Desk left = desk;
        desk = null;
        if (left != null) {
            left.leave();
        }
    }

    private void look() {
        Instant now = now(seated(context));
        cancelPlan();
        send(seated(desk).look(now), now);
        planNext(now);
    }

    private void planNext(Instant now) {
        Instant next = seated(desk).nextLook(now);
        if (next != null && next.isBefore(plannedFor)) {
            plan(next);
        }
    }

    private void plan(Instant next) {
        cancelPlan();
        ProcessorContext<byte[], Outgoing> here = seated(context);
        Duration until = Duration.between(now(here), next);
        Duration pause = until.compareTo(SHORTEST) < 0 ? SHORTEST : until.compareTo(LONGEST) > 0 ? LONGEST : until;
        planned = here.schedule(pause, PunctuationType.WALL_CLOCK_TIME, timestamp -> look());
        plannedFor = next;
    }

    private void cancelPlan() {
        Cancellable old = planned;
        if (old != null) {
            old.cancel();
        }
        planned = null;
        plannedFor = Instant.MAX;
    }

    private void send(List<Outgoing> letters, Instant now) {
        for (Outgoing letter : letters) {
            Record<byte[], Outgoing> record = new Record<>(letter.key(), letter, now.toEpochMilli(), headers(letter));
            seated(context).forward(record);
        }
    }

    /** Streams' own clock, which is the wall clock and which tests can move. */
    private static Instant now(ProcessorContext<byte[], Outgoing> context) {
        return Instant.ofEpochMilli(context.currentSystemTimeMs());
    }

    private static List<Header> headers(Headers headers) {
        List<Header> copy = new ArrayList<>();
        headers.forEach(header -> copy.add(new Header(header.key(), header.value())));
        return copy;
    }

    private static Headers headers(Outgoing letter) {
        RecordHeaders headers = new RecordHeaders();
        letter.headers().forEach(header -> headers.add(header.name(), header.value()));
        return headers;
    }

    private static <T> T seated(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the desk is used before init or after close");
        }
        return value;
    }
}
