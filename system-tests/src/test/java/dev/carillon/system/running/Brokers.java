package dev.carillon.system.running;

/** The Kafka and the ZooKeeper that the system uses. */
public interface Brokers extends AutoCloseable {
    String bootstrapServers();

    String zooKeeperConnect();

    /** Makes Kafka unreachable until it is started again; its data stays. */
    void stopKafka();

    void startKafka();

    void stopZooKeeper();

    void startZooKeeper();

    @Override
    void close();
}
