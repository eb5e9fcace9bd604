package dev.carillon.embedded;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.Server;
import kafka.server.SharedServer;
import kafka.server.StandardFaultHandlerFactory;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapDirectory;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble.VerificationFlag;
import org.apache.kafka.raft.QuorumConfig;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * Kafka's controller and broker as one node. Unlike {@link KafkaRaftServer} it starts the broker only after the
 * controller has ended the broker's former registration: see {@link KafkaFormerBroker}.
 */
final class KafkaNode {

    private final int nodeId;
    private final SharedServer shared;
    private final ControllerServer controller;
    private final BrokerServer broker;

    KafkaNode(KafkaConfig config) throws Exception {
        this.nodeId = config.nodeId();
        MetaPropertiesEnsemble identity = identity(config);
        Metrics metrics = Server.initializeMetrics(
                config, Time.SYSTEM, identity.clusterId().orElse(""));
        this.shared = new SharedServer(
                config,
                identity,
                Time.SYSTEM,
                metrics,
                CompletableFuture.completedFuture(
                        QuorumConfig.parseVoterConnections(config.quorumConfig().voters())),
                List.of(),
                new StandardFaultHandlerFactory(),
                ServerSocketFactory.INSTANCE);
        this.broker = new BrokerServer(shared);
        this.controller = new ControllerServer(
                shared, KafkaRaftServer.configSchema(), new BootstrapDirectory(config.metadataLogDir()).read());
    }

    /** Returns when the broker serves requests. */
    void start() {
        controller.startup();
        KafkaFormerBroker.forget(nodeId, shared.loader(), controller.controller());
        broker.startup();
    }

    /** May be called after a failed start. The broker stops first, as it uses the controller until its end. */
    void stop() {
        broker.shutdown();
        controller.shutdown();
        broker.awaitShutdown();
        controller.awaitShutdown();
    }

    /** The identity of this node, from the formatted directory. */
    private static MetaPropertiesEnsemble identity(KafkaConfig config) throws IOException {
        MetaPropertiesEnsemble identity = new MetaPropertiesEnsemble.Loader()
                .addMetadataLogDir(config.metadataLogDir())
                .addLogDirs(config.logDirs())
                .load();
        identity.verify(
                Optional.empty(),
                OptionalInt.of(config.nodeId()),
                EnumSet.of(VerificationFlag.REQUIRE_AT_LEAST_ONE_VALID, VerificationFlag.REQUIRE_METADATA_LOG_DIR));
        return identity;
    }
}
