package dev.carillon.worker.presence;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.state.AgreedDurations;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.schemas.work.WorkerRef;
import dev.carillon.schemas.worker.Lease;
import dev.carillon.worker.wire.KafkaRecords;
import dev.carillon.worker.wire.OutgoingRecord;
import dev.carillon.worker.wire.PolledRecord.Header;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends leases, which keep the worker's open claims alive. They have a loop and a producer of their own, so that no
 * delay of other records makes the collector declare running attempts lost.
 */
public final class KafkaLeases implements LoopBody {
    /** Three leases fit into the silence after which the collector declares a worker lost. */
    public static final Duration EVERY = Duration.ofSeconds(3);

    /** A polling thread that has stopped for this long no longer ends its claims, so it must not keep them either. */
    private static final Duration VALID_FOR = AgreedDurations.WORKER_GONE;

    private static final Logger LOG = LoggerFactory.getLogger(KafkaLeases.class);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    private final Supplier<? extends Producer<byte[], byte[]>> producers;
    private final TopicNames names;
    private final WorkerRef worker;
    private volatile Shown shown = new Shown(List.of(), Deadline.in(Duration.ZERO));
    private @Nullable Producer<byte[], byte[]> producer;

    private record Shown(List<Integer> homes, Deadline validUntil) {}

    public KafkaLeases(Supplier<? extends Producer<byte[], byte[]>> producers, TopicNames names, WorkerRef worker) {
        this.producers = producers;
        this.names = names;
        this.worker = worker;
    }

    /** The partitions of {@code results} in which the worker has open claims now. */
    public void show(List<Integer> homes) {
        shown = new Shown(List.copyOf(homes), Deadline.in(VALID_FOR));
    }

    @Override
    public void begin() {
        producer = producers.get();
    }

    @Override
    public void runOnce(Instant now) {
        Producer<byte[], byte[]> current = producer;
        Shown seen = shown;
        if (current == null || seen.validUntil().isOver()) {
            return;
        }
        for (int home : new TreeSet<>(seen.homes())) {
            Future<?> unused = current.send(KafkaRecords.toKafka(lease(home)), (metadata, failure) -> {
                if (failure != null) {
                    LOG.warn("a lease could not be sent: {}", failure.toString());
                }
            });
        }
    }

    private OutgoingRecord lease(int home) {
        byte[] value = Kind.LEASE.encode(new Lease(worker, Map.of()));
        return new OutgoingRecord(
                names.results(), home, null, value, List.of(Header.of(Headers.KIND, Headers.KIND_LEASE)));
    }

    @Override
    public void end() {
        Producer<byte[], byte[]> current = producer;
        producer = null;
        if (current != null) {
            current.close(CLOSE_WITHIN);
        }
    }
}
