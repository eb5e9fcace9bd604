package dev.carillon.embedded;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The broker's configuration: as safe as on a cluster, but with short waits and little memory. */
final class KafkaSettings {

    static final String BROKER_LISTENER = "PLAINTEXT";
    static final String CONTROLLER_LISTENER = "CONTROLLER";

    private static final String INTERNAL_PARTITIONS = "4";
    private static final int ONE_DAY_MILLIS = 86_400_000;

    private KafkaSettings() {}

    static Map<String, String> of(Path directory, int nodeId, int brokerPort, int controllerPort) {
        Map<String, String> settings = new LinkedHashMap<>();
        putIdentityAndListeners(settings, directory, nodeId, brokerPort, controllerPort);
        putInternalTopics(settings);
        putFastRecovery(settings);
        putQuickGroupsAndTransactions(settings);
        putSmallFootprint(settings);
        return settings;
    }

    private static void putIdentityAndListeners(
            Map<String, String> settings, Path directory, int nodeId, int brokerPort, int controllerPort) {
        String broker = LoopbackPorts.HOST + ":" + brokerPort;
        String controller = LoopbackPorts.HOST + ":" + controllerPort;
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", Integer.toString(nodeId));
        settings.put("controller.quorum.voters", nodeId + "@" + controller);
        settings.put("listeners", BROKER_LISTENER + "://" + broker + "," + CONTROLLER_LISTENER + "://" + controller);
        settings.put("advertised.listeners", BROKER_LISTENER + "://" + broker);
        settings.put("inter.broker.listener.name", BROKER_LISTENER);
        settings.put("controller.listener.names", CONTROLLER_LISTENER);
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("log.dirs", directory.toString());
        settings.put("auto.create.topics.enable", "false");
        settings.put("default.replication.factor", "1");
        settings.put("min.insync.replicas", "1");
    }

    private static void putInternalTopics(Map<String, String> settings) {
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("offsets.topic.num.partitions", INTERNAL_PARTITIONS);
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("transaction.state.log.num.partitions", INTERNAL_PARTITIONS);
        settings.put("share.coordinator.state.topic.replication.factor", "1");
        settings.put("share.coordinator.state.topic.min.isr", "1");
        settings.put("share.coordinator.state.topic.num.partitions", INTERNAL_PARTITIONS);
    }

    /**
     * Lets a killed broker return within seconds: its old session is ended at the start, and little log is read again.
     */
    private static void putFastRecovery(Map<String, String> settings) {
        // Broker and controller run in one process, so a missed heartbeat only means a stall (a suspended process, a
        // machine under load). A broker that is declared dead loses its partitions, and its pending transactions lose
        // their markers.
        settings.put("broker.session.timeout.ms", Integer.toString(ONE_DAY_MILLIS));
        // A controlled shutdown moves leadership to other brokers. Here it would only leave partitions without a leader
        // while transactions are still being completed.
        settings.put("controlled.shutdown.enable", "false");
        settings.put("broker.heartbeat.interval.ms", "300");
        settings.put("num.recovery.threads.per.data.dir", "4");
        // Small segments, as every partition's newest one is read again after a kill.
        settings.put("log.segment.bytes", Integer.toString(64 << 20));
        settings.put("offsets.topic.segment.bytes", Integer.toString(16 << 20));
        settings.put("transaction.state.log.segment.bytes", Integer.toString(16 << 20));
    }

    private static void putQuickGroupsAndTransactions(Map<String, String> settings) {
        settings.put("group.initial.rebalance.delay.ms", "0");
        settings.put("group.streams.initial.rebalance.delay.ms", "0");
        settings.put("group.min.session.timeout.ms", "1000");
        settings.put("group.consumer.min.session.timeout.ms", "1000");
        settings.put("group.consumer.session.timeout.ms", "6000");
        settings.put("group.consumer.min.heartbeat.interval.ms", "100");
        settings.put("group.consumer.heartbeat.interval.ms", "1000");
        settings.put("group.consumer.assignment.interval.ms", "0");
        // An open transaction hides later records, so it is aborted after a minute at most.
        settings.put("transaction.max.timeout.ms", "60000");
        settings.put("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
        // The default of 20 ms would delay each transaction that follows another at once.
        settings.put("add.partitions.to.txn.retry.backoff.ms", "1");
    }

    private static void putSmallFootprint(Map<String, String> settings) {
        settings.put("num.network.threads", "2");
        settings.put("num.io.threads", "4");
        settings.put("background.threads", "2");
        settings.put("num.replica.fetchers", "1");
        settings.put("group.coordinator.threads", "1");
        settings.put("group.coordinator.background.threads", "1");
        settings.put("share.coordinator.threads", "1");
        settings.put("log.cleaner.threads", "1");
        // The interval in which an idle cleaner checks for work.
        settings.put("log.cleaner.backoff.ms", "5000");
        settings.put("log.cleaner.dedupe.buffer.size", Integer.toString(4 << 20));
        settings.put("offsets.load.buffer.size", Integer.toString(1 << 20));
        // Enough for 64 MB segments; the default of 10 MB is mapped twice for each partition.
        settings.put("log.index.size.max.bytes", Integer.toString(1 << 20));
        settings.put("log.preallocate", "false");
        // The metadata log's no-op records; there are no followers that need them often.
        settings.put("metadata.max.idle.interval.ms", "5000");
        settings.put("auto.leader.rebalance.enable", "false");
        // No JMX beans, as they cost start time and memory.
        settings.put("metric.reporters", "");
    }
}
