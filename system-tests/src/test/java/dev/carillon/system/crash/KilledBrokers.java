package dev.carillon.system.crash;

import dev.carillon.system.running.Brokers;

/** The brokers inside the process that is killed; they stop and start with it. */
record KilledBrokers(String bootstrapServers) implements Brokers {
    private static UnsupportedOperationException withTheProcess() {
        return new UnsupportedOperationException("they stop and start with the process");
    }

    @Override
    public String zooKeeperConnect() {
        return "unused";
    }

    @Override
    public void stopKafka() {
        throw withTheProcess();
    }

    @Override
    public void startKafka() {
        throw withTheProcess();
    }

    @Override
    public void stopZooKeeper() {
        throw withTheProcess();
    }

    @Override
    public void startZooKeeper() {
        throw withTheProcess();
    }

    @Override
    public void close() {
        // KilledSystem closes the process.
    }
}
