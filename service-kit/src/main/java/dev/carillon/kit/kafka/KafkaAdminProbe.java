package dev.carillon.kit.kafka;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Opens a plain connection first, so that a missing broker costs one refused connection and no warnings of Kafka's
 * client; then describes the cluster.
 */
final class KafkaAdminProbe implements KafkaProbe {
    private static final int ANSWER_MILLIS = 3_000;

    private final KafkaConfig config;
    private @Nullable Admin admin;

    KafkaAdminProbe(KafkaConfig config) {
        this.config = config;
    }

    @Override
    public Optional<String> whyUnreachable() throws InterruptedException {
        Optional<String> refused = Optional.empty();
        for (String address : config.bootstrapServers()) {
            refused = whyRefused(address.trim());
            if (refused.isEmpty()) {
                return whyNoAnswer();
            }
        }
        return refused;
    }

    private Optional<String> whyRefused(String address) {
        int colon = address.lastIndexOf(':');
        try (Socket socket = new Socket()) {
            InetSocketAddress target = new InetSocketAddress(
                    address.substring(0, Math.max(0, colon)), Integer.parseInt(address.substring(colon + 1)));
            if (target.isUnresolved()) {
                return Optional.of("the name of " + address + " is not known");
            }
            socket.connect(target, Math.toIntExact(config.connectTimeout().toMillis()));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(address + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            return Optional.of(address + " is no host:port");
        }
    }

    private Optional<String> whyNoAnswer() throws InterruptedException {
        try {
            admin().describeCluster(new DescribeClusterOptions().timeoutMs(ANSWER_MILLIS))
                    .nodes()
                    .get();
            return Optional.empty();
        } catch (ExecutionException e) {
            KafkaDoor.throwIfRefused(config, e.getCause() == null ? e : e.getCause());
            return Optional.of("something listens there but does not answer as Kafka does: " + e.getCause()
                    + KafkaDoor.hint(config.security()));
        } catch (KafkaException e) {
            KafkaDoor.throwIfFilesUnusable(config, e);
            return Optional.of(e.getMessage()
                    + (e.getCause() == null ? "" : ": " + e.getCause().getMessage()));
        }
    }

    /** One client for all probes, as each takes a thread and a connection. */
    private Admin admin() {
        Admin current = admin;
        if (current == null) {
            Map<String, Object> settings = KafkaDefaults.admin(config, "probe");
            settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
            settings.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, ANSWER_MILLIS);
            settings.put(CommonClientConfigs.METRIC_REPORTER_CLASSES_CONFIG, "");
            current = Admin.create(settings);
            admin = current;
        }
        return current;
    }

    @Override
    public void close() {
        Admin current = admin;
        if (current != null) {
            current.close(Duration.ZERO);
            admin = null;
        }
    }
}
