package dev.carillon.worker.presence;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.ClockPair;
import dev.carillon.kit.time.ClockReading;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.worker.Heartbeat;
import dev.carillon.schemas.worker.HeartbeatBuilder;
import dev.carillon.schemas.worker.HeartbeatLoadBuilder;
import dev.carillon.schemas.worker.WorkerState;
import dev.carillon.worker.wire.KafkaRecords;
import dev.carillon.worker.wire.OutgoingRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends heartbeats and optional records, by a plain producer that this loop owns. */
public final class KafkaPresence implements LoopBody, OptionalRecords {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaPresence.class);
    private static final int MAX_WAITING = 10_000;
    /** How many times more often a worker sends heartbeats while tasks are routed to it: 3 s become half a second. */
    private static final int ROUTED_FACTOR = 6;

    static final int MAX_A_ROUND = 200;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);
    /** A record without a topic, which only ends a wait. */
    private static final OutgoingRecord NOTHING = new OutgoingRecord("", null, null, null, List.of());

    private final Supplier<? extends Producer<byte[], byte[]>> producers;
    private final TopicNames names;
    private final WorkerIdentity identity;
    private final Duration every;
    private final ClockCheck clockCheck;
    private final ClockPair clocks;
    private final MachineLoad machine = MachineLoad.ofThisProcess();

    private final BlockingQueue<OutgoingRecord> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final AtomicLong dropped = new AtomicLong();
    private volatile WorkerSnapshot snapshot = WorkerSnapshot.NOTHING_YET;
    private @Nullable Producer<byte[], byte[]> producer;
    /** When the last heartbeat was sent; null before the first. */
    private @Nullable ClockReading lastHeartbeat;

    private volatile WorkerState sentState = WorkerState.IDLE;

    public KafkaPresence(
            Supplier<? extends Producer<byte[], byte[]>> producers,
            TopicNames names,
            WorkerIdentity identity,
            Duration every,
            ClockCheck clockCheck,
            ClockPair clocks) {
        this.producers = producers;
        this.names = names;
        this.identity = identity;
        this.every = every;
        this.clockCheck = clockCheck;
        this.clocks = clocks;
    }

    @Override
    public void offer(OutgoingRecord record) {
        if (!waiting.offer(record)) {
            dropped.incrementAndGet();
        }
    }

    /** How many optional records were dropped because too many were waiting. */
    public long dropped() {
        return dropped.get();
    }

    public void show(WorkerSnapshot now) {
        snapshot = now;
        if ((now.routed() || mustSendDraining(now)) && waiting.isEmpty()) {
            wakeUp(); // A heartbeat may be due already.
        }
    }

    /** Whether a heartbeat must be sent at once, so that the trigger routes nothing more to a worker that drains. */
    private boolean mustSendDraining(WorkerSnapshot now) {
        return now.state() == WorkerState.DRAINING && sentState != WorkerState.DRAINING;
    }

    @Override
    public void begin() {
        producer = producers.get();
        lastHeartbeat = null;
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        Producer<byte[], byte[]> current = producer;
        if (current == null) {
            return;
        }
        WorkerSnapshot shown = snapshot;
        Duration period = shown.routed() ? every.dividedBy(ROUTED_FACTOR) : every;
        ClockReading last = lastHeartbeat;
        ClockReading begun = clocks.now();
        if (last == null || begun.hasReached(last.after(period)) || mustSendDraining(shown)) {
            sendHeartbeat(current, shown, now);
            last = begun;
            lastHeartbeat = last;
        }
        Duration left = last.after(period).since(clocks.now());
        OutgoingRecord next = waiting.poll(Math.max(1, left.toMillis()), TimeUnit.MILLISECONDS);
        for (int sent = 0; next != null; sent++) {
            if (!next.topic().isEmpty()) {
                send(current, next);
            }
            // Heartbeats are due in between, however many records are waiting.
            next = sent < MAX_A_ROUND ? waiting.poll() : null;
        }
    }

    private void sendHeartbeat(Producer<byte[], byte[]> current, WorkerSnapshot shown, Instant now) {
        sentState = shown.state();
        Instant sent = clocks.instant();
        OutgoingRecord heartbeat = heartbeat(shown, now);
        Future<?> unused = current.send(KafkaRecords.toKafka(heartbeat), (metadata, failure) -> {
            if (failure == null) {
                clockCheck.acknowledged(sent, Instant.ofEpochMilli(metadata.timestamp()));
            } else {
                LOG.warn("a heartbeat could not be sent: {}", failure.toString());
            }
        });
    }

    private static void send(Producer<byte[], byte[]> current, OutgoingRecord record) {
        Future<?> unused = current.send(KafkaRecords.toKafka(record), (metadata, failure) -> {
            if (failure != null) {
                LOG.warn("a record for {} could not be sent: {}", record.topic(), failure.toString());
            }
        });
    }

    private OutgoingRecord heartbeat(WorkerSnapshot shown, Instant now) {
        Heartbeat.Load load = HeartbeatLoadBuilder.builder()
                .capacity(identity.capacity())
                .running(shown.running())
                .held(shown.held())
                .weight(identity.weight())
                .cpu(machine.cpu())
                .memory(machine.memory())
                .networkBytes(machine.networkBytes())
                .fetched((long) shown.fetched())
                .taskMillis(shown.taskMillis())
                .build();
        Heartbeat heartbeat = HeartbeatBuilder.builder()
                .worker(identity.worker())
                .name(identity.worker().id())
                .host(identity.host())
                .version(identity.version())
                .queues(List.of(identity.queue()))
                .types(identity.types())
                .startedAt(identity.since())
                .at(now)
                .state(shown.state())
                .load(load)
                .partitions(shown.partitions())
                .positions(shown.positions())
                .rest(Map.of())
                .build();
        return new OutgoingRecord(names.workers(), 0, key(), Kind.HEARTBEAT.encode(heartbeat), List.of());
    }

    private byte[] key() {
        return identity.worker().id().getBytes(StandardCharsets.UTF_8);
    }

    /** Ends a clean stop with a tombstone: this worker is gone. */
    @Override
    public void end() {
        Producer<byte[], byte[]> current = producer;
        producer = null;
        if (current == null) {
            return;
        }
        try {
            for (OutgoingRecord last = waiting.poll(); last != null; last = waiting.poll()) {
                if (!last.topic().isEmpty()) {
                    send(current, last);
                }
            }
            send(current, new OutgoingRecord(names.workers(), 0, key(), null, List.of()));
        } catch (KafkaException e) {
            LOG.warn(
                    "the worker's stop could not be sent; it looks dead, not stopped, to those who watch it: {}",
                    e.toString());
        }
        current.close(CLOSE_WITHIN);
    }

    @Override
    public void wakeUp() {
        if (!waiting.offer(NOTHING)) {
            LOG.trace("the loop has enough to do and does not wait");
        }
    }
}
