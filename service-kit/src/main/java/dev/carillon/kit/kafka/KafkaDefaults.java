package dev.carillon.kit.kafka;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The safe settings of all of Carillon's Kafka clients; a test pins them. */
public final class KafkaDefaults {
    /** The default of {@code transaction.timeout.ms}: how long a dead process may hide later records of others. */
    public static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(10);

    /** The largest request of a producer: dead letters may be twice as large as records of other topics. */
    public static final int MAX_REQUEST_BYTES = 4 * 1024 * 1024;

    /**
     * Overrides for a consumer that reads to a known end and then stops. By default a broker delays requests at the end
     * of a partition for half a second, and later requests on the connection wait for them; and the lookup of each
     * topic that is new to the consumer waits for the retry backoff.
     */
    public static final Map<String, Object> SCANNING = Map.of(
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 5,
            CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, 5L,
            CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, 200L);

    private static final int LINGER_MS = 2;
    private static final int BATCH_BYTES = 64 * 1024;
    private static final int BULK_LINGER_MS = 10;
    private static final int BULK_BATCH_BYTES = 256 * 1024;

    private KafkaDefaults() {}

    /** The settings that producers, consumers and admin clients share. */
    public static Map<String, Object> common(KafkaConfig config, String clientId) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, config.addresses());
        all.put(CommonClientConfigs.CLIENT_ID_CONFIG, config.clientIdPrefix() + "-" + clientId);
        all.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, millis(config.requestTimeout()));
        all.put(CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG, (long) millis(config.connectTimeout()));
        all.put(
                CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG,
                2L * millis(config.connectTimeout()));
        // Finds a returning broker within two seconds, without a storm of attempts before.
        all.put(CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG, 50L);
        all.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, 2_000L);
        all.put("enable.metrics.push", false);
        config.security().putInto(all);
        all.putAll(config.passThrough().client());
        return all;
    }

    public static Map<String, Object> producer(KafkaConfig config, String clientId) {
        Map<String, Object> all = common(config, clientId);
        all.put(ProducerConfig.ACKS_CONFIG, "all");
        all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        all.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        all.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
        all.put(ProducerConfig.BATCH_SIZE_CONFIG, BATCH_BYTES);
        all.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, MAX_REQUEST_BYTES);
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, millis(config.deliveryTimeout()));
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) millis(config.deliveryTimeout()));
        all.putAll(config.passThrough().producer());
        return all;
    }

    /**
     * A prompt producer sends a record at once. Under load it still batches: only one request to a broker is under way
     * at a time, and later records form the next one.
     */
    public static Map<String, Object> promptProducer(KafkaConfig config, String clientId) {
        Map<String, Object> all = producer(config, clientId);
        all.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        all.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        all.putAll(config.passThrough().producer());
        return all;
    }

    /** A bulk producer delays records for a moment, as each batch and each request costs more than a record. */
    public static Map<String, Object> bulkProducer(KafkaConfig config, String clientId) {
        Map<String, Object> all = producer(config, clientId);
        all.put(ProducerConfig.LINGER_MS_CONFIG, BULK_LINGER_MS);
        all.put(ProducerConfig.BATCH_SIZE_CONFIG, BULK_BATCH_BYTES);
        all.putAll(config.passThrough().producer());
        return all;
    }

    /**
     * A transactional producer gives up on a record before the broker aborts the transaction, so that a record can
     * never arrive in the next transaction. It retries quickly, because taking over a transactional id takes several
     * refused attempts.
     */
    public static Map<String, Object> transactionalProducer(
            KafkaConfig config, String clientId, String transactionalId, Duration transactionTimeout) {
        Map<String, Object> all = producer(config, clientId);
        int transaction = millis(transactionTimeout);
        int delivery = transaction * 8 / 10;
        all.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        all.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, transaction);
        all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, delivery);
        all.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, Math.min(millis(config.requestTimeout()), delivery / 2));
        all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (long) transaction);
        all.put(CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, 5L);
        all.put(CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG, 200L);
        all.putAll(config.passThrough().client());
        all.putAll(config.passThrough().producer());
        return all;
    }

    public static Map<String, Object> consumer(KafkaConfig config, String clientId) {
        Map<String, Object> all = common(config, clientId);
        all.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        all.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        all.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        all.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        all.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 2 * millis(config.requestTimeout()));
        all.putAll(config.passThrough().consumer());
        return all;
    }

    public static Map<String, Object> admin(KafkaConfig config, String clientId) {
        Map<String, Object> all = common(config, clientId);
        all.put("default.api.timeout.ms", 2 * millis(config.requestTimeout()));
        all.putAll(config.passThrough().admin());
        return all;
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }
}
