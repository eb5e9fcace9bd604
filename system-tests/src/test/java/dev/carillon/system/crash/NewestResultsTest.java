package dev.carillon.system.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.kafka.KafkaClients;
import dev.carillon.schemas.header.Headers;
import dev.carillon.system.running.CarillonSystem;
import dev.carillon.system.running.RunningCarillon;
import dev.carillon.worker.dedup.KafkaMemoryReader;
import dev.carillon.worker.dedup.SeenAttempt;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a worker's successor knows of 400,000 attempts: above all the newest, as those are the ones that come again. */
@CarillonSystem(services = false, checkedAtTheEnd = false)
@Timeout(180)
final class NewestResultsTest {
    private static final int RESULTS = 400_000;
    private static final int NEWEST = 2_000;
    private static final byte[] VALUE =
            ("{\"v\":1,\"filler\":\"" + "x".repeat(400) + "\"}").getBytes(StandardCharsets.UTF_8);

    @Test
    void theNewestAreKnownHoweverManyThereAre(RunningCarillon carillon) throws Exception {
        Set<Integer> numbers =
                Set.copyOf(IntStream.range(0, carillon.partitions()).boxed().toList());
        try (Producer<byte[], byte[]> producer = carillon.clients().producer("results")) {
            for (int i = 0; i < RESULTS; i++) {
                Future<?> unused = producer.send(result(carillon, i));
            }
            producer.flush();
        }
        List<String> known = known(carillon, numbers, carillon.clock()::instant);
        assertThat(known)
                .contains(IntStream.range(RESULTS - NEWEST, RESULTS)
                        .mapToObj(NewestResultsTest::key)
                        .toArray(String[]::new));
        assertThat(known).as("each once").doesNotHaveDuplicates();
        Instant muchLater = carillon.clock().instant().plusSeconds(7_200);
        assertThat(known(carillon, numbers, () -> muchLater))
                .as("those of more than an hour ago are forgotten")
                .isEmpty();
    }

    private static List<String> known(RunningCarillon carillon, Set<Integer> numbers, Supplier<Instant> brokersNow)
            throws Exception {
        KafkaClients clients = carillon.clients();
        try (KafkaMemoryReader reader =
                KafkaMemoryReader.with(clients, "memory", carillon.names().results(), brokersNow)) {
            CompletableFuture<List<SeenAttempt>> found = new CompletableFuture<>();
            reader.read(numbers, (asked, attempts) -> found.complete(attempts));
            return found.get(60, TimeUnit.SECONDS).stream()
                    .map(attempt -> new String(attempt.key(), StandardCharsets.UTF_8))
                    .toList();
        }
    }

    private static String key(int number) {
        return "done:2026-11-18T06:00:00." + (100_000_000 + number) + "Z~aaaaaaaa";
    }

    private static ProducerRecord<byte[], byte[]> result(RunningCarillon carillon, int number) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                carillon.names().results(),
                number % carillon.partitions(),
                key(number).getBytes(StandardCharsets.UTF_8),
                VALUE);
        record.headers()
                .add(Headers.KIND, Headers.KIND_RESULT.getBytes(StandardCharsets.UTF_8))
                .add(Headers.SETTLED, "true".getBytes(StandardCharsets.UTF_8))
                .add(Headers.ATTEMPT, "1".getBytes(StandardCharsets.UTF_8));
        return record;
    }
}
