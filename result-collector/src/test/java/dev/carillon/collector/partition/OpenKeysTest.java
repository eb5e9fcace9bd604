package dev.carillon.collector.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OpenKeysTest {
    /** Few enough hashes that many share a place; 0, which marks an empty place, is one of them. */
    private static final int HASHES = 300;

    @Test
    void addingAndRemovingAtRandomLeavesExactlyWhatIsIn() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        OpenKeys keys = new OpenKeys();
        Map<Integer, Integer> expected = new HashMap<>();
        int size = 0;
        for (int step = 0; step < 20_000; step++) {
            // Hash 0 is stored as 1, so 1 is left out.
            int hash = random.nextInt(HASHES) == 0 ? 0 : 2 + random.nextInt(HASHES) * 0x01000193;
            if (random.nextInt(100) < 52) {
                keys.add(hash);
                expected.merge(hash, 1, Integer::sum);
                size++;
            } else {
                boolean was = expected.containsKey(hash);
                keys.remove(hash);
                size -= was ? 1 : 0;
                expected.computeIfPresent(hash, (h, count) -> count == 1 ? null : count - 1);
            }
            assertThat(keys.size()).as("seed %d, step %d", seed, step).isEqualTo(size);
            assertThat(keys.mayContain(hash)).as("seed %d, step %d", seed, step).isEqualTo(expected.containsKey(hash));
        }
        for (int n = 0; n < HASHES; n++) {
            int hash = 2 + n * 0x01000193;
            assertThat(keys.mayContain(hash)).as("seed %d", seed).isEqualTo(expected.containsKey(hash));
        }
    }

    @Test
    void aHashThatWasAddedTwiceStaysUntilItIsRemovedTwice() {
        OpenKeys keys = new OpenKeys();
        keys.add(7);
        keys.add(7);
        keys.remove(7);
        assertThat(keys.mayContain(7)).isTrue();
        keys.remove(7);
        assertThat(keys.mayContain(7)).isFalse();
        keys.remove(7);
        assertThat(keys.size()).isZero();
    }
}
