package dev.carillon.kit.kafka;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaException;

/**
 * Probes by a plain connection first, so that an absent broker costs one refused connection and no complaint of Kafka's
 * client; then asks for the cluster.
 */
final class KafkaAdminProbe implements KafkaProbe {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(3);

    private final KafkaConfig config;

    KafkaAdminProbe(KafkaConfig config) {
        this.config = config;
    }

    @Override
    public Optional<String> whyUnreachable() throws InterruptedException {
        Optional<String> refused = Optional.empty();
        for (String address : config.bootstrapServers()) {
            refused = whyRefused(address.trim());
            if (refused.isEmpty()) {
                return whySilent();
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

    private Optional<String> whySilent() throws InterruptedException {
        Map<String, Object> settings = KafkaDefaults.admin(config, "probe");
        int millis = Math.toIntExact(ANSWER_WITHIN.toMillis());
        settings.put("request.timeout.ms", millis);
        settings.put("default.api.timeout.ms", millis);
        try (Admin admin = Admin.create(settings)) {
            admin.describeCluster(new DescribeClusterOptions().timeoutMs(millis))
                    .nodes()
                    .get();
            return Optional.empty();
        } catch (ExecutionException e) {
            return Optional.of("something listens there but does not answer as Kafka does: " + e.getCause());
        } catch (KafkaException e) {
            return Optional.of(e.getMessage()
                    + (e.getCause() == null ? "" : ": " + e.getCause().getMessage()));
        }
    }
}
