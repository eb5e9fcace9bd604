package dev.carillon.client;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaReachability;
import dev.carillon.kit.time.SystemTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;

/** Reaches real brokers. Where a person waits, nothing waits longer than a few seconds. */
public final class KafkaConnector implements Connector {
    private static final Duration ANSWER = Duration.ofSeconds(4);
    private static final Duration CONNECT = Duration.ofSeconds(3);
    private static final Duration DELIVERY = Duration.ofSeconds(10);

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final boolean hasty;

    /** For a person at a terminal. */
    public KafkaConnector() {
        this(true);
    }

    private KafkaConnector(boolean hasty) {
        this.hasty = hasty;
    }

    /** For a program: it waits as long as the configuration says, so that a restart of a broker is no failure. */
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
        KafkaConfig impatient = config.withTimeouts(
                shorter(config.requestTimeout(), ANSWER),
                shorter(config.connectTimeout(), CONNECT),
                shorter(config.deliveryTimeout(), DELIVERY));
        try {
            new KafkaReachability(impatient, SystemTime.pause(), SystemTime.ticker()).await(Duration.ZERO);
        } catch (InterruptedException e) {
            throw Interruptions.noted(e);
        }
        return new KafkaClients(hasty ? impatient : config, meters);
    }

    private static Duration shorter(Duration a, Duration b) {
        return a.compareTo(b) <= 0 ? a : b;
    }
}
