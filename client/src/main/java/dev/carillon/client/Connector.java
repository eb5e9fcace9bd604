package dev.carillon.client;

import dev.carillon.kit.kafka.KafkaConfig;

/** The way to a cluster; tests hand in one that leads to memory. */
public interface Connector {
    /** Returns when a broker has answered, or says within seconds that none does. */
    RecordLog open(KafkaConfig config);

    TopicMaker topics(KafkaConfig config);
}
