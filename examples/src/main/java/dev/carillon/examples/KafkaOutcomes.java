package dev.carillon.examples;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A plain Kafka consumer of outcomes: there is one for each execution, whether it succeeded or not. */
public final class KafkaOutcomes implements AutoCloseable {
    private final KafkaConsumer<String, String> consumer;

    public KafkaOutcomes(String kafka, String namespace, String group) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                kafka,
                "group.id",
                group,
                "isolation.level",
                "read_committed", // Hides records of aborted transactions.
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                false);
        consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        consumer.subscribe(List.of(namespace + ".outcomes"));
    }

    /**
     * One poll. A crash before the commit returns the same outcomes again, so make your work idempotent by their key.
     */
    public void poll(Consumer<JsonNode> handler) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
            handler.accept(JsonMapper.shared().readTree(record.value()));
        }
        consumer.commitSync();
    }

    @Override
    public void close() {
        consumer.close();
    }

    public static String text(JsonNode outcome) {
        String text =
                outcome.get("key").asString() + " " + outcome.get("status").asString() + " after "
                        + outcome.get("attempts").asInt() + " attempts";
        return outcome.has("message") ? text + ": " + outcome.get("message").asString() : text;
    }

    public static void main(String[] args) {
        try (KafkaOutcomes outcomes = new KafkaOutcomes("127.0.0.1:9092", "carillon", "my-outcomes")) {
            while (!Thread.currentThread().isInterrupted()) {
                outcomes.poll(outcome -> System.out.println(text(outcome)));
            }
        }
    }
}
