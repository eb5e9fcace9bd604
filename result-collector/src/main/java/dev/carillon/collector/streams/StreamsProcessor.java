package dev.carillon.collector.streams;

import dev.carillon.collector.intake.Intake;
import dev.carillon.collector.outcome.Header;
import dev.carillon.collector.outcome.Outgoing;
import dev.carillon.collector.outcome.OutputRecords;
import dev.carillon.collector.outcome.Received;
import dev.carillon.collector.partition.PartitionProcessor;
import dev.carillon.collector.partition.PartitionProcessor.Environment;
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

/** Runs a partition in a Streams task: records in, records out, and a look at the clock when one is due. */
final class StreamsProcessor implements Processor<byte[], byte[], byte[], Outgoing> {
    /** The pause after a look that left work for the next one: results get their turn meanwhile. */
    private static final Duration AFTER_A_FULL_LOOK = Duration.ofMillis(20);
    /** The shortest pause otherwise: releases come in chunks, not one by one. */
    private static final Duration SHORTEST = Duration.ofMillis(5);
    /** The longest: a schedule that was cancelled stays in Streams' queue until its time. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final TopologyDependencies dependencies;
    private @Nullable Task task;

    /** What exists between init and close. */
    private record Task(
            ProcessorContext<byte[], Outgoing> context,
            int partition,
            PartitionProcessor processor,
            StreamsThreadShare thread,
            Plan plan) {

        /** Streams' own clock, which is the wall clock and which tests can move. */
        private Instant now() {
            return Instant.ofEpochMilli(context.currentSystemTimeMs());
        }
    }

    /** The next look, as scheduled with Streams. */
    private static final class Plan {
        private @Nullable Cancellable scheduled;
        private Instant at = Instant.MAX;

        private void clear() {
            Cancellable old = scheduled;
            if (old != null) {
                old.cancel();
            }
            scheduled = null;
            at = Instant.MAX;
        }
    }

    StreamsProcessor(TopologyDependencies dependencies) {
        this.dependencies = dependencies;
    }

    @Override
    public void init(ProcessorContext<byte[], Outgoing> context) {
        // A task that was closed uncleanly comes back through here without a close.
        close();
        Environment environment = new Environment(
                new StreamsCommands(context.getStateStore(StreamsControl.STORE), dependencies.control()),
                dependencies.queues(),
                dependencies.timedWork(),
                dependencies.counts(),
                dependencies.closedKept());
        int partition = context.taskId().partition();
        PartitionProcessor processor = new PartitionProcessor(
                partition,
                dependencies.partitions(),
                new Intake(dependencies.names(), dependencies.partitions()),
                new OutputRecords(dependencies.names(), dependencies.partitions()),
                environment,
                new StreamsTable(context.getStateStore(StreamsTopology.STORE)));
        StreamsThreadShare thread = dependencies.threads().get();
        thread.opened(partition, processor);
        Task opened = new Task(context, partition, processor, thread, new Plan());
        task = opened;
        // Also when nothing is in sight: commands may have come while nobody had the partition.
        plan(opened, opened.now(), SHORTEST);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task open = open();
        RecordMetadata where = open.context().recordMetadata().orElseThrow();
        open.processor().turnOf(record.key());
        if (StreamsThreadShare.isSettled(record.headers())
                && where.topic().equals(dependencies.names().results())
                && !open.processor().settlingMatters(record.key())
                && !open.processor().watchesClaims()) {
            dependencies.counts().settled(1);
            return;
        }
        Received received = new Received(
                where.topic(),
                where.partition(),
                where.offset(),
                Instant.ofEpochMilli(record.timestamp()),
                record.key(),
                record.value(),
                copied(record.headers()));
        Instant now = open.now();
        write(open, open.processor().take(received, now), now);
        planNext(open, now, SHORTEST);
    }

    @Override
    public void close() {
        Task left = task;
        task = null;
        if (left != null) {
            left.thread().closed(left.partition(), left.processor());
            left.processor().leave();
        }
    }

    private void look(Task open) {
        Instant now = open.now();
        open.plan().clear();
        open.thread().looksAt(open.partition(), Long.MAX_VALUE);
        write(open, open.processor().look(now), now);
        Instant next = open.processor().nextLook(now);
        boolean moreIsDue = next != null && !next.isAfter(now);
        planNext(open, now, moreIsDue ? AFTER_A_FULL_LOOK : SHORTEST);
    }

    /** Plans the next look, unless one is planned that is early enough. */
    private void planNext(Task open, Instant now, Duration shortest) {
        CommitPace pace = open.thread().pace();
        if (pace.isTime(now.toEpochMilli())) {
            open.context().commit();
        }
        Instant next = open.processor().nextLook(now);
        if (pace.isWaiting()) {
            Instant commit = Instant.ofEpochMilli(pace.next());
            next = next == null || commit.isBefore(next) ? commit : next;
        }
        if (next != null && next.isBefore(open.plan().at)) {
            plan(open, next, shortest);
        }
    }

    private void plan(Task open, Instant next, Duration shortest) {
        open.plan().clear();
        Instant now = open.now();
        Duration until = Duration.between(now, next);
        Duration pause = until.compareTo(shortest) < 0 ? shortest : until.compareTo(LONGEST) > 0 ? LONGEST : until;
        open.plan().scheduled =
                open.context().schedule(pause, PunctuationType.WALL_CLOCK_TIME, timestamp -> look(open));
        open.plan().at = next;
        open.thread().looksAt(open.partition(), now.plus(pause).toEpochMilli());
    }

    private static void write(Task open, List<Outgoing> outputs, Instant now) {
        for (Outgoing output : outputs) {
            open.context().forward(new Record<>(output.key(), output, now.toEpochMilli(), headers(output)));
        }
        open.thread().pace().written(outputs.size());
    }

    private static List<Header> copied(Headers headers) {
        List<Header> copy = new ArrayList<>();
        headers.forEach(header -> copy.add(new Header(header.key(), header.value())));
        return copy;
    }

    private static Headers headers(Outgoing output) {
        RecordHeaders headers = new RecordHeaders();
        output.headers().forEach(header -> headers.add(header.name(), header.value()));
        return headers;
    }

    private Task open() {
        Task open = task;
        if (open == null) {
            throw new IllegalStateException("the processor is used before init or after close");
        }
        return open;
    }
}
