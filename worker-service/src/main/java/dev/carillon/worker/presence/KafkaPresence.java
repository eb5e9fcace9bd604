package dev.carillon.worker.presence;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.record.Heartbeat;
import dev.carillon.schemas.record.WorkerState;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.worker.wire.KafkaRecords;
import dev.carillon.worker.wire.Outgoing;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
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

/** Heartbeats and what others announce, sent by a plain producer that this loop owns. */
public final class KafkaPresence implements LoopBody, Announcements {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaPresence.class);
    private static final int MAX_WAITING = 10_000;
    /** How much oftener a worker beats that others choose by its heartbeats: 3 s become half a second. */
    private static final int OFTENER = 6;

    private static final Instant NEVER = Instant.EPOCH;
    static final int MAX_A_ROUND = 200;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);
    /** Without a topic: only ends a wait. */
    private static final Outgoing NOTHING = new Outgoing("", null, null, null, List.of());

    private final Supplier<? extends Producer<byte[], byte[]>> producers;
    private final TopicNames names;
    private final Identity identity;
    private final Duration every;
    private final ClockCheck clockCheck;
    private final Clock clock;
    private final MachineLoad machine = MachineLoad.ofThisProcess();

    private final BlockingQueue<Outgoing> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final AtomicLong forgotten = new AtomicLong();
    private volatile Snapshot snapshot = Snapshot.NOTHING_YET;
    private @Nullable Producer<byte[], byte[]> producer;
    private Instant lastHeartbeat = NEVER;
    private volatile WorkerState saidState = WorkerState.IDLE;

    public KafkaPresence(
            Supplier<? extends Producer<byte[], byte[]>> producers,
            TopicNames names,
            Identity identity,
            Duration every,
            ClockCheck clockCheck,
            Clock clock) {
        this.producers = producers;
        this.names = names;
        this.identity = identity;
        this.every = every;
        this.clockCheck = clockCheck;
        this.clock = clock;
    }

    @Override
    public void announce(Outgoing record) {
        if (!waiting.offer(record)) {
            forgotten.incrementAndGet();
        }
    }

    /** How many announcements were too many to keep. */
    public long forgotten() {
        return forgotten.get();
    }

    public void show(Snapshot now) {
        snapshot = now;
        if ((now.routed() || saidOtherwise(now)) && waiting.isEmpty()) {
            wakeUp(); // It may be time already.
        }
    }

    /** Whoever routes must hear at once that nothing more is taken. */
    private boolean saidOtherwise(Snapshot now) {
        return now.state() == WorkerState.DRAINING && saidState != WorkerState.DRAINING;
    }

    @Override
    public void begin() {
        producer = producers.get();
        lastHeartbeat = NEVER;
    }

    @Override
    public void runOnce(Instant now) throws InterruptedException {
        Producer<byte[], byte[]> current = producer;
        if (current == null) {
            return;
        }
        Snapshot shown = snapshot;
        Duration period = shown.routed() ? every.dividedBy(OFTENER) : every;
        // A clock that is set back must not silence the worker: the wait is never longer than one period.
        boolean setBack = now.isBefore(lastHeartbeat.minus(every));
        if (!now.isBefore(lastHeartbeat.plus(period)) || setBack || saidOtherwise(shown)) {
            beat(current, shown, now);
            lastHeartbeat = now;
        }
        long patience = Math.max(
                1, Duration.between(clock.instant(), lastHeartbeat.plus(period)).toMillis());
        Outgoing next = waiting.poll(Math.min(patience, every.toMillis()), TimeUnit.MILLISECONDS);
        for (int sent = 0; next != null; sent++) {
            if (!next.topic().isEmpty()) {
                send(current, next);
            }
            // However much there is to announce: heartbeats are due in between.
            next = sent < MAX_A_ROUND ? waiting.poll() : null;
        }
    }

    private void beat(Producer<byte[], byte[]> current, Snapshot shown, Instant now) {
        saidState = shown.state();
        Instant sent = clock.instant();
        Outgoing heartbeat = heartbeat(shown, now);
        Future<?> unused = current.send(KafkaRecords.toKafka(heartbeat), (metadata, failure) -> {
            if (failure == null) {
                clockCheck.answered(sent, Instant.ofEpochMilli(metadata.timestamp()));
            } else {
                LOG.warn("a heartbeat could not be sent: {}", failure.toString());
            }
        });
    }

    private static void send(Producer<byte[], byte[]> current, Outgoing record) {
        Future<?> unused = current.send(KafkaRecords.toKafka(record), (metadata, failure) -> {
            if (failure != null) {
                LOG.warn("a record for {} could not be sent: {}", record.topic(), failure.toString());
            }
        });
    }

    private Outgoing heartbeat(Snapshot shown, Instant now) {
        Heartbeat.Load load = new Heartbeat.Load(
                identity.capacity(),
                shown.running(),
                shown.held(),
                identity.weight(),
                machine.cpu(),
                machine.memory(),
                machine.networkBytes(),
                (long) shown.fetched(),
                shown.taskMillis());
        Heartbeat heartbeat = new Heartbeat(
                identity.worker(),
                identity.worker().id(),
                identity.host(),
                identity.version(),
                List.of(identity.queue()),
                identity.types(),
                identity.since(),
                now,
                shown.state(),
                load,
                shown.partitions(),
                shown.positions(),
                Map.of());
        return new Outgoing(names.workers(), 0, key(), Kind.HEARTBEAT.encode(heartbeat), List.of());
    }

    private byte[] key() {
        return identity.worker().id().getBytes(StandardCharsets.UTF_8);
    }

    /** The last word of a clean stop: this worker is gone. */
    @Override
    public void end() {
        Producer<byte[], byte[]> current = producer;
        producer = null;
        if (current == null) {
            return;
        }
        try {
            for (Outgoing last = waiting.poll(); last != null; last = waiting.poll()) {
                if (!last.topic().isEmpty()) {
                    send(current, last);
                }
            }
            send(current, new Outgoing(names.workers(), 0, key(), null, List.of()));
        } catch (KafkaException e) {
            LOG.warn("the worker could not say goodbye: {}", e.toString());
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
