package dev.carillon.collector.streams;

import dev.carillon.collector.intake.RecordClassifier;
import dev.carillon.collector.outcome.OutgoingRecord;
import dev.carillon.collector.outcome.OutputRecords;
import dev.carillon.collector.outcome.ReceivedRecord;
import dev.carillon.collector.outcome.RecordHeader;
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

/** Runs a partition in a Streams task: processes its records, and runs due work by a punctuator. */
final class StreamsProcessor implements Processor<byte[], byte[], byte[], OutgoingRecord> {
    /** The pause after a run that left due work for the next one, in which results are processed. */
    private static final Duration AFTER_FULL_CHUNK = Duration.ofMillis(20);
    /** The shortest pause otherwise: releases come in chunks, not one by one. */
    private static final Duration SHORTEST = Duration.ofMillis(5);
    /** The longest pause: a cancelled punctuator stays in Streams' queue until its time. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final TopologyDependencies dependencies;
    private @Nullable Task task;

    /** What exists between init and close. */
    private record Task(
            ProcessorContext<byte[], OutgoingRecord> context,
            int partition,
            PartitionProcessor processor,
            StreamsThreadShare thread,
            Plan plan) {

        /** Streams' own clock: the wall clock, except in tests, which move it. */
        private Instant now() {
            return Instant.ofEpochMilli(context.currentSystemTimeMs());
        }
    }

    /** The next run of due work, as scheduled with Streams. */
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
    public void init(ProcessorContext<byte[], OutgoingRecord> context) {
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
                new RecordClassifier(dependencies.names(), dependencies.partitions()),
                new OutputRecords(dependencies.names(), dependencies.partitions()),
                environment,
                new StreamsTable(context.getStateStore(StreamsTopology.STORE)));
        StreamsThreadShare thread = dependencies.threads().get();
        thread.opened(partition, processor);
        Task opened = new Task(context, partition, processor, thread, new Plan());
        task = opened;
        // Needed even if nothing is planned: commands may have come while no instance had the partition.
        plan(opened, opened.now(), SHORTEST);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        Task open = open();
        RecordMetadata where = open.context().recordMetadata().orElseThrow();
        open.processor().processing(record.key());
        if (StreamsThreadShare.isSettled(record.headers())
                && where.topic().equals(dependencies.names().results())
                && !open.processor().needsSettled(record.key())
                && !open.processor().hasClaims()) {
            dependencies.counts().settled(1);
            return;
        }
        ReceivedRecord received = new ReceivedRecord(
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
            left.processor().close();
        }
    }

    private void runDue(Task open) {
        Instant now = open.now();
        open.plan().clear();
        open.thread().dueAt(open.partition(), Long.MAX_VALUE);
        write(open, open.processor().runDue(now), now);
        Instant next = open.processor().nextDue(now);
        boolean moreIsDue = next != null && !next.isAfter(now);
        planNext(open, now, moreIsDue ? AFTER_FULL_CHUNK : SHORTEST);
    }

    /** Plans the next run of due work, unless one is planned that is early enough. */
    private void planNext(Task open, Instant now, Duration shortest) {
        CommitPace pace = open.thread().pace();
        if (pace.isTime(now.toEpochMilli())) {
            open.context().commit();
        }
        Instant next = open.processor().nextDue(now);
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
                open.context().schedule(pause, PunctuationType.WALL_CLOCK_TIME, timestamp -> runDue(open));
        open.plan().at = next;
        open.thread().dueAt(open.partition(), now.plus(pause).toEpochMilli());
    }

    private static void write(Task open, List<OutgoingRecord> outputs, Instant now) {
        for (OutgoingRecord output : outputs) {
            open.context().forward(new Record<>(output.key(), output, now.toEpochMilli(), headers(output)));
        }
        open.thread().pace().written(outputs.size());
    }

    private static List<RecordHeader> copied(Headers headers) {
        List<RecordHeader> copy = new ArrayList<>();
        headers.forEach(header -> copy.add(new RecordHeader(header.key(), header.value())));
        return copy;
    }

    private static Headers headers(OutgoingRecord output) {
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
