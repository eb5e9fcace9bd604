import dev.carillon.client.CarillonClient;
import dev.carillon.client.Submission;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.kafka.KafkaDefaults;
import dev.carillon.schemas.record.Priority;
import dev.carillon.schemas.topic.TopicNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The client's submitAll beside a bare producer that sends values of the same size to the same topic, turn by turn. */
public final class SubmitRace {
    private static final String QUEUE = "bench";

    public static void main(String[] args) throws Exception {
        String servers = args[0];
        int count = Integer.parseInt(args[1]);
        int runs = Integer.parseInt(args[2]);
        KafkaConfig kafka = KafkaConfig.at(servers);
        TopicNames names = new TopicNames("carillon");
        Map<String, Object> settings = KafkaDefaults.producer(kafka, "raw");
        try (CarillonClient client = CarillonClient.connect(kafka, names);
                KafkaProducer<byte[], byte[]> raw =
                        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Submission> works = new ArrayList<>();
            for (int n = 0; n < count; n++) {
                works.add(Submission.of("nobody")
                        .taskId("bench-" + n)
                        .queue(QUEUE)
                        .payload("{\"n\":" + n + ",\"text\":\"a few words that make a task as large as most are\"}"));
            }
            String topic = names.tasks(QUEUE, Priority.NORMAL);
            submitted(client, works.subList(0, Math.min(20_000, count)));
            produced(raw, topic, Math.min(20_000, count));
            double worst = 0;
            for (int run = 1; run <= runs; run++) {
                double bare = produced(raw, topic, count);
                double ours = submitted(client, works);
                worst = Math.max(worst, ours);
                System.out.printf(
                        "run %d: submitAll %.2f s (%,.0f/s), bare producer %.2f s (%,.0f/s), ratio %.2f%n",
                        run, ours, count / ours, bare, count / bare, bare / ours);
            }
            System.out.printf("slowest submitAll of %,d: %.2f s%n", count, worst);
        }
    }

    private static double submitted(CarillonClient client, List<Submission> works) {
        long began = System.nanoTime();
        long sent = client.submitAll(works, key -> {});
        if (sent != works.size()) {
            throw new IllegalStateException("sent " + sent);
        }
        return (System.nanoTime() - began) / 1e9;
    }

    /** Values of about the bytes of a task of ours, made before the clock runs. */
    private static double produced(KafkaProducer<byte[], byte[]> raw, String topic, int count) throws Exception {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            byte[] key = ("bench-" + n + ":2026-11-18T06:00:00.123456789Z").getBytes();
            byte[] value = ("{\"v\":1,\"taskId\":\"bench-" + n + "\",\"execTime\":\"2026-11-18T06:00:00.123456789Z\","
                            + "\"attempt\":1,\"type\":\"nobody\",\"queue\":\"bench\",\"priority\":\"normal\",\"timeout\":\"5m\","
                            + "\"payload\":{\"n\":" + n + ",\"text\":\"a few words that make a task as large as most are\"},"
                            + "\"retry\":{\"maxRetries\":3,\"delay\":\"10s\",\"backoffRate\":2.0,\"maxDelay\":\"10m\","
                            + "\"jitter\":0.2},\"ifWorkerDies\":\"retry\",\"origin\":\"submitted\"}")
                    .getBytes();
            records.add(new ProducerRecord<>(topic, null, key, value));
        }
        long began = System.nanoTime();
        for (ProducerRecord<byte[], byte[]> record : records) {
            raw.send(record);
        }
        raw.flush();
        return (System.nanoTime() - began) / 1e9;
    }
}
