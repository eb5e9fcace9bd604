package dev.carillon.worker.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.ManualClock;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.junit.jupiter.api.Test;

final class KafkaMemoryReaderTest {
    @Test
    void callsBackWhateverHappens() throws Exception {
        ManualClock clock = ManualClock.at("2026-11-18T06:00:00Z");
        try (KafkaMemoryReader reader =
                new KafkaMemoryReader("memory", KafkaMemoryReaderTest::broken, "results", clock::instant)) {
            CompletableFuture<List<SeenAttempt>> found = new CompletableFuture<>();
            reader.read(Set.of(1), (numbers, attempts) -> found.complete(attempts));
            assertThat(found.get(20, TimeUnit.SECONDS)).isEmpty();
        }
    }

    private static Consumer<byte[], byte[]> broken() {
        throw new IllegalStateException("no consumer");
    }
}
