package dev.carillon.client.log;

import dev.carillon.kit.kafka.KafkaConfig;

/** Connects to a cluster; tests use one that keeps records in memory. */
public interface ClusterConnector {
    /** Returns once a broker has answered; throws within seconds if none does. */
    RecordLog open(KafkaConfig config);

    TopicMaker topics(KafkaConfig config);
}
