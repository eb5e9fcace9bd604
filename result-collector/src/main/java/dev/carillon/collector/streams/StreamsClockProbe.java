package dev.carillon.collector.streams;

import dev.carillon.collector.partition.ClockGuard;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;

/** Passes the append time of every record that Streams' producer writes to the clock guard. */
public final class StreamsClockProbe implements ProducerInterceptor<byte[], byte[]> {
    private static final String GUARD = "carillon.clock.guard";
    private static final String CLOCK = "carillon.clock";
    /** Changelogs have the writer's time, which proves nothing. */
    private static final String CHANGELOG = "-changelog";

    private @Nullable ClockGuard guard;
    private @Nullable Clock clock;

    /** Settings that put a probe into the producer of each Streams thread. */
    public static Map<String, Object> settings(ClockGuard guard, Clock clock) {
        return Map.of(
                StreamsConfig.producerPrefix(ProducerConfig.INTERCEPTOR_CLASSES_CONFIG),
                StreamsClockProbe.class.getName(),
                StreamsConfig.producerPrefix(GUARD),
                guard,
                StreamsConfig.producerPrefix(CLOCK),
                clock);
    }

    @Override
    public void configure(Map<String, ?> configs) {
        guard = configs.get(GUARD) instanceof ClockGuard given ? given : null;
        clock = configs.get(CLOCK) instanceof Clock given ? given : null;
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        return record;
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        ClockGuard current = guard;
        Clock ownClock = clock;
        if (current == null || ownClock == null || metadata == null || failure != null || !metadata.hasTimestamp()) {
            return;
        }
        if (!metadata.topic().endsWith(CHANGELOG)) {
            current.compared(Instant.ofEpochMilli(metadata.timestamp()), ownClock.instant());
        }
    }

    @Override
    public void close() {
        // It holds nothing.
    }
}
