package dev.carillon.client.log;

import dev.carillon.client.problem.InterruptHandling;
import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaReachability;
import dev.carillon.kit.time.SystemTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;

/** Connects to real brokers; for a person at a terminal, all timeouts are a few seconds at most. */
public final class KafkaConnector implements ClusterConnector {
    private static final Duration ANSWER = Duration.ofSeconds(4);
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration DELIVERY = Duration.ofSeconds(10);

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final boolean shortTimeouts;

    /** Limits timeouts to a few seconds, for a person at a terminal. */
    public KafkaConnector() {
        this(true);
    }

    private KafkaConnector(boolean shortTimeouts) {
        this.shortTimeouts = shortTimeouts;
    }

    /** Keeps the configured timeouts, for a program that has to survive the restart of a broker. */
    public static KafkaConnector asConfigured() {
        return new KafkaConnector(false);
    }

    @Override
    public RecordLog open(KafkaConfig config) {
        return new KafkaRecordLog(reached(config));
    }

    @Override
    public TopicMaker topics(KafkaConfig config) {
        return new KafkaTopicMaker(reached(config).admin("topics"));
    }

    private KafkaClients reached(KafkaConfig config) {
        KafkaConfig limited = config.withTimeouts(
                shorter(config.requestTimeout(), ANSWER),
                shorter(config.connectTimeout(), CONNECT),
                shorter(config.deliveryTimeout(), DELIVERY));
        try {
            new KafkaReachability(limited, SystemTime.pause(), SystemTime.ticker()).await(Duration.ZERO);
        } catch (InterruptedException e) {
            throw InterruptHandling.toCancellation(e);
        }
        return new KafkaClients(shortTimeouts ? limited : config, meters);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
