package dev.carillon.kit.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestWordTest {
    @ParameterizedTest
    @CsvSource({"kitten,sitting,3", "abc,abc,0", "ab,ba,1", "abc,'',3", "Abc,aBC,0", "cuont,count,1"})
    void distanceCountsEditsAndSwaps(String a, String b, int distance) {
        assertThat(NearestWord.distance(a, b)).isEqualTo(distance);
        assertThat(NearestWord.distance(b, a)).isEqualTo(distance);
    }

    @Test
    void nearestOfTheKnownWordsIsFound() {
        List<String> known = List.of("worker.concurrency", "worker.buffer", "kafka.bootstrap-servers");
        assertThat(NearestWord.to("worker.concurency", known)).contains("worker.concurrency");
        assertThat(NearestWord.to("kafka.bootstrapServers", known)).contains("kafka.bootstrap-servers");
        assertThat(NearestWord.to("entirely.different.words", known)).isEmpty();
        assertThat(NearestWord.to("x".repeat(100_000), known)).isEmpty();
    }
}
