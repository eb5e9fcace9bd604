package dev.carillon.worker.presence;

import dev.carillon.kit.lifecycle.LoopBody;
import dev.carillon.kit.time.Deadline;
import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.header.Headers;
import dev.carillon.schemas.record.Lease;
import dev.carillon.schemas.record.WorkerRef;
import dev.carillon.schemas.topic.TopicNames;
import dev.carillon.worker.wire.Arrival.Header;
import dev.carillon.worker.wire.KafkaRecords;
import dev.carillon.worker.wire.Outgoing;
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
 * Says that open claims live, by a loop and a producer that do nothing else: whatever keeps the worker's other words
 * waiting, its work is not declared lost for it.
 */
public final class KafkaLeases implements LoopBody {
    /** Three of them fit into the silence from which the collector concludes that a worker is lost. */
    public static final Duration EVERY = Duration.ofSeconds(3);

    /** A worker whose own thread has stopped does not end its claims any more, and must not keep them. */
    private static final Duration BELIEVED_FOR = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(KafkaLeases.class);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(1);

    private final Supplier<? extends Producer<byte[], byte[]>> producers;
    private final TopicNames names;
    private final WorkerRef worker;
    private volatile Shown shown = new Shown(List.of(), Deadline.in(Duration.ZERO));
    private @Nullable Producer<byte[], byte[]> producer;

    private record Shown(List<Integer> homes, Deadline believedUntil) {}

    public KafkaLeases(Supplier<? extends Producer<byte[], byte[]>> producers, TopicNames names, WorkerRef worker) {
        this.producers = producers;
        this.names = names;
        this.worker = worker;
    }

    /** The partitions of {@code results} in which the worker has open claims now. */
    public void show(List<Integer> homes) {
        shown = new Shown(List.copyOf(homes), Deadline.in(BELIEVED_FOR));
    }

    @Override
    public void begin() {
        producer = producers.get();
    }

    @Override
    public void runOnce(Instant now) {
        Producer<byte[], byte[]> current = producer;
        Shown seen = shown;
        if (current == null || seen.believedUntil().isOver()) {
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

    private Outgoing lease(int home) {
        byte[] value = Kind.LEASE.encode(new Lease(worker, Map.of()));
        return new Outgoing(names.results(), home, null, value, List.of(Header.of(Headers.KIND, Headers.KIND_LEASE)));
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
