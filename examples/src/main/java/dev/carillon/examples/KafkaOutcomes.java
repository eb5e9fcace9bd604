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

/** Downstream of Carillon: a plain consumer of outcomes, one for each execution, whatever became of it. */
public final class KafkaOutcomes implements AutoCloseable {
    private final KafkaConsumer<String, String> consumer;

    public KafkaOutcomes(String kafka, String namespace, String group) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                kafka,
                "group.id",
                group,
                "isolation.level",
                "read_committed", // What a transaction took back was never said.
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                false);
        consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
        consumer.subscribe(List.of(namespace + ".outcomes"));
    }

    /** One look; a crash before the commit shows the same outcomes again, so let what you do go by the key. */
    public void look(Consumer<JsonNode> seen) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(200))) {
            seen.accept(JsonMapper.shared().readTree(record.value()));
        }
        consumer.commitSync();
    }

    @Override
    public void close() {
        consumer.close();
    }

    public static String words(JsonNode outcome) {
        String words =
                outcome.get("key").asString() + " " + outcome.get("status").asString() + " after "
                        + outcome.get("attempts").asInt() + " attempts";
        return outcome.has("message") ? words + ": " + outcome.get("message").asString() : words;
    }

    public static void main(String[] args) {
        try (KafkaOutcomes outcomes = new KafkaOutcomes("127.0.0.1:9092", "carillon", "my-outcomes")) {
            while (!Thread.currentThread().isInterrupted()) {
                outcomes.look(outcome -> System.out.println(words(outcome)));
            }
        }
    }
}
