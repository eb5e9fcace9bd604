package dev.carillon.system.running;

/** The Kafka and the ZooKeeper under the system. */
public interface Brokers extends AutoCloseable {
    String bootstrapServers();

    String zooKeeperConnect();

    /** Nobody reaches Kafka until it is started again; what it has stored stays. */
    void stopKafka();

    void startKafka();

    void stopZooKeeper();

    void startZooKeeper();

    @Override
    void close();
}
