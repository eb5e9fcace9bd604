package dev.carillon.embedded;

import static dev.carillon.embedded.EmbeddedClusterException.Problem.START_FAILED;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.Timer;
import org.apache.kafka.controller.Controller;
import org.apache.kafka.controller.ControllerRequestContext;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.loader.LoaderManifest;
import org.apache.kafka.image.loader.MetadataLoader;
import org.apache.kafka.image.publisher.MetadataPublisher;
import org.apache.kafka.metadata.BrokerRegistration;
import org.jspecify.annotations.Nullable;

/**
 * Ends the registration that this node's broker left in the metadata when its process last ended.
 *
 * <p>Until then the metadata names it as the leader of every partition. A broker that starts meanwhile believes that
 * this is itself and loads its transactions. When the controller ends the former registration a moment later, the
 * partitions have no leader; the broker treats them as deleted, and completes the transactions without writing markers
 * to them.
 */
final class KafkaFormerBroker implements MetadataPublisher {

    private static final long TIMEOUT_MILLIS = 15_000;
    // The controller becomes active within a time of this order after the metadata log was read.
    private static final long RETRY_MILLIS = 20;
    private static final ControllerRequestContext NO_DEADLINE =
            new ControllerRequestContext(new RequestHeaderData(), KafkaPrincipal.ANONYMOUS, OptionalLong.empty());

    private final int nodeId;
    private final CompletableFuture<Boolean> foundAlive = new CompletableFuture<>();
    private final CompletableFuture<Boolean> gone = new CompletableFuture<>();
    private volatile @Nullable Throwable lastRefusal;

    private KafkaFormerBroker(int nodeId) {
        this.nodeId = nodeId;
    }

    /**
     * Returns when the loaded metadata has no live registration of the node's broker; to be called before it starts.
     */
    static void forget(int nodeId, MetadataLoader metadata, Controller controller) {
        KafkaFormerBroker former = new KafkaFormerBroker(nodeId);
        Timer timer = Time.SYSTEM.timer(TIMEOUT_MILLIS);
        try {
            metadata.installPublishers(List.of(former)).get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
            // The first image is published once the whole log has been read.
            if (former.foundAlive.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
                former.endRegistration(controller, timer);
            }
            metadata.removeAndClosePublisher(former).get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure(e);
        } catch (ExecutionException | TimeoutException e) {
            throw failure(former.lastRefusal == null ? e : former.lastRefusal);
        }
    }

    @Override
    public String name() {
        return "FormerBroker";
    }

    @Override
    public void onMetadataUpdate(MetadataDelta delta, MetadataImage image, LoaderManifest manifest) {
        BrokerRegistration registration = image.cluster().broker(nodeId);
        boolean alive = registration != null && !registration.fenced();
        foundAlive.complete(alive);
        if (!alive) {
            gone.complete(true);
        }
    }

    @Override
    public void close() {
        // There is nothing to release.
    }

    /**
     * Repeats the request until it has taken effect: a controller that is not active yet refuses, and a repeated
     * request does no harm.
     */
    private void endRegistration(Controller controller, Timer timer)
            throws InterruptedException, ExecutionException, TimeoutException {
        while (true) {
            // The metadata shows whether it took effect; a refusal is kept for the message if it never does.
            CompletableFuture<Void> unused = controller
                    .unregisterBroker(NO_DEADLINE, nodeId)
                    .whenComplete((done, refusal) -> lastRefusal = refusal);
            try {
                gone.get(RETRY_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                timer.update();
                if (timer.isExpired()) {
                    throw e;
                }
            }
        }
    }

    private static EmbeddedClusterException failure(@Nullable Throwable cause) {
        return new EmbeddedClusterException(
                START_FAILED,
                "Kafka's controller did not end the old registration of its broker within " + TIMEOUT_MILLIS + " ms: "
                        + cause + ". Nothing is lost; start again.",
                cause);
    }
}
