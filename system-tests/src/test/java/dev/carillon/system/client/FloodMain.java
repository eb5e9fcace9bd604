package dev.carillon.system.client;

import dev.carillon.client.CarillonClient;
import dev.carillon.client.submit.Submission;
import dev.carillon.kit.kafka.KafkaConfig;
import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.json.RawJson;
import dev.carillon.schemas.key.ExecutionKey;
import dev.carillon.schemas.topic.TopicNames;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;
import java.util.stream.IntStream;

/** A client in its own JVM that submits under the same taskId as others, as fast as it can. */
public final class FloodMain {
    static final String TYPE = "flood";
    static final String READY = "CONNECTED";
    static final String DONE = "ACKNOWLEDGED ";

    private static final Duration LOOK = Duration.ofMillis(1);

    private FloodMain() {}

    /** Arguments: brokers, namespace, first number, count, and a file whose appearance starts all clients. */
    public static void main(String[] args) throws Exception {
        int first = Integer.parseInt(args[2]);
        int count = Integer.parseInt(args[3]);
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        try (CarillonClient client = CarillonClient.connect(KafkaConfig.at(args[0]), new TopicNames(args[1]))) {
            out.println(READY);
            while (!Files.exists(Path.of(args[4]))) {
                SystemTime.pause().forAtMost(LOOK);
            }
            Submission work = Submission.of(TYPE);
            Iterator<Submission> works = IntStream.range(first, first + count)
                    .mapToObj(n ->
                            work.payload(RawJson.written(Integer.toString(n).getBytes(StandardCharsets.US_ASCII))))
                    .iterator();
            Set<ExecutionKey> acknowledged = new HashSet<>();
            client.submitAll(() -> works, key -> {
                synchronized (acknowledged) {
                    acknowledged.add(key);
                }
            });
            out.println(DONE + acknowledged.size());
        }
        System.exit(0);
    }
}
