package dev.carillon.schemas.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;

class Murmur2Test {
    private static final long SEED = 20_261_118;

    @Test
    void hashesLikeAStandardProducer() {
        Random random = new Random(SEED);
        for (int i = 0; i < 20_000; i++) {
            byte[] key = new byte[random.nextInt(64)];
            random.nextBytes(key);
            assertThat(Murmur2.hash(key, key.length))
                    .as("seed %s, key %s", SEED, i)
                    .isEqualTo(Utils.murmur2(key));
            assertThat(Murmur2.partition(key, 12)).isEqualTo(Utils.toPositive(Utils.murmur2(key)) % 12);
        }
    }

    /** For people who write the hash in another language. */
    @Test
    void keepsItsKnownHomes() {
        assertThat(home("report:2026-11-18T06:00:00Z")).isEqualTo(6);
        assertThat(home("a:2026-11-18T06:00:00.000000001Z")).isEqualTo(9);
        assertThat(home("a:2026-11-18T06:00:00.000000001Z/7")).isEqualTo(9);
        assertThat(home("beat:1970-01-01T00:00:00Z")).isEqualTo(9);
    }

    private static int home(String key) {
        int home = ExecutionKey.parse(key).home(12);
        byte[] whole = key.replaceAll("/.*", "").getBytes(StandardCharsets.UTF_8);
        assertThat(home).isEqualTo(Utils.toPositive(Utils.murmur2(whole)) % 12);
        return home;
    }
}
