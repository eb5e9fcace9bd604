package dev.carillon.kit.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecentHashesTest {
    private static final int STEPS = 40_000;

    /** Compares it with a map that removes its oldest entry: after any operations both have the same content. */
    @Test
    void knowsWhatAMapOfTheSameSizeKnows() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int most : new int[] {1, 3, 256, 300, 1_000}) {
            walk(random, most, "most " + most + ", seed " + seed);
        }
    }

    private static void walk(Random random, int most, String where) {
        RecentHashes hashes = new RecentHashes(most);
        Map<Long, long[]> model = new HashMap<>();
        // Entries that a later put has made invalid still take room until they are overwritten.
        Map<Long, Long> order = new LinkedHashMap<>();
        Map<Long, Long> latest = new HashMap<>();
        long put = 0;
        for (int step = 0; step < STEPS; step++) {
            long key = random.nextInt(2 * most + 3);
            Hash128 hash = hash(key);
            switch (random.nextInt(10)) {
                case 0 -> {
                    int entry = hashes.find(hash);
                    assertThat(entry != RecentHashes.NONE).as(where).isEqualTo(model.containsKey(key));
                    if (entry != RecentHashes.NONE) {
                        int number = random.nextInt();
                        hashes.number(entry, number);
                        model.computeIfPresent(key, (k, v) -> new long[] {v[0], number});
                    }
                }
                case 1 -> {
                    int count = random.nextInt(3);
                    hashes.forgetOldest(count);
                    forget(order, latest, model, count);
                }
                default -> {
                    if (order.size() >= most) {
                        forget(order, latest, model, 1);
                    }
                    long value = random.nextLong();
                    int number = random.nextInt();
                    hashes.put(hash, value, number);
                    order.put(put, key);
                    latest.put(key, put);
                    model.put(key, new long[] {value, number});
                    put++;
                }
            }
            assertThat(hashes.size()).as(where).isEqualTo(order.size());
            int entry = hashes.find(hash);
            long[] known = model.get(key);
            assertThat(entry != RecentHashes.NONE).as(where).isEqualTo(known != null);
            if (known != null) {
                assertThat(new long[] {hashes.value(entry), hashes.number(entry)})
                        .as(where)
                        .isEqualTo(known);
            }
        }
    }

    private static void forget(Map<Long, Long> order, Map<Long, Long> latest, Map<Long, long[]> model, int count) {
        var oldest = order.entrySet().iterator();
        for (int i = 0; i < count && oldest.hasNext(); i++) {
            Map.Entry<Long, Long> first = oldest.next();
            oldest.remove();
            if (first.getKey().equals(latest.get(first.getValue()))) {
                model.remove(first.getValue());
            }
        }
    }

    /** Few different low bits, so that many collide in the index. */
    private static Hash128 hash(long key) {
        return new Hash128(key % 7 + (key << 40), key);
    }

    @Test
    void bytesAndNumbersThatDifferHashDifferently() {
        Set<Hash128> hashes = new HashSet<>();
        Set<Long> halves = new HashSet<>();
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes =
                    ("charge-" + i + ":2026-11-18T06:00:00.123456789Z~k3f5q2xa").getBytes(StandardCharsets.UTF_8);
            for (int number = 1; number <= 3; number++) {
                Hash128 hash = Hash128.of(bytes, number);
                hashes.add(hash);
                halves.add(hash.first());
                halves.add(hash.second());
                assertThat(Hash128.of(bytes.clone(), number)).isEqualTo(hash);
            }
        }
        assertThat(hashes).hasSize(60_000);
        assertThat(halves).hasSize(120_000);
        assertThat(Hash128.of(new byte[0], 0)).isNotEqualTo(Hash128.of(new byte[1], 0));
    }

    @Test
    void aHashThatComesAgainWhileThereIsRoomToBeMadeIsFoundAsItCameLast() {
        RecentHashes seen = new RecentHashes(1_000);
        int untilItGrows = 256;
        for (int i = 0; i < untilItGrows; i++) {
            seen.put(Hash128.of(new byte[] {1, (byte) i}, 1), i, 1);
        }
        Hash128 again = Hash128.of(new byte[] {1, 7}, 1);
        seen.put(again, 4_711, 2);
        assertThat(seen.value(seen.find(again))).isEqualTo(4_711);
        assertThat(seen.number(seen.find(again))).isEqualTo(2);
    }
}
