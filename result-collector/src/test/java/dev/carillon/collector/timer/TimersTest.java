package dev.carillon.collector.timer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.collector.ledger.MemoryTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class TimersTest {
    private static final Instant NOW = Instant.parse("2026-11-18T06:00:00Z");
    private static final byte[] HELD = {1};

    @Test
    void fireInTheOrderOfTheirDueTimesAndNeverEarly() {
        Timers timers = new Timers(new MemoryTable());
        timers.set(NOW.plusMillis(2), "b", HELD);
        timers.set(NOW.plusMillis(1), "c", HELD);
        timers.set(NOW.plusMillis(3), "a", HELD);
        assertThat(timers.next()).isEqualTo(NOW.plusMillis(1));
        assertThat(timers.due(NOW, 10)).isEmpty();
        assertThat(timers.due(NOW.plusMillis(2), 10))
                .extracting(Timers.Due::key)
                .containsExactly("c", "b");
        assertThat(timers.next()).isEqualTo(NOW.plusMillis(3));
    }

    @Test
    void comeInChunks() {
        Timers timers = new Timers(new MemoryTable());
        for (int i = 0; i < 5; i++) {
            timers.set(NOW.plusMillis(i), "k" + i, HELD);
        }
        assertThat(timers.due(NOW.plusSeconds(1), 3)).hasSize(3);
        assertThat(timers.next()).isEqualTo(NOW.plusMillis(3));
        assertThat(timers.due(NOW.plusSeconds(1), 3)).hasSize(2);
        assertThat(timers.next()).isNull();
    }

    @Test
    void aRestartFindsWhatIsStillThere() {
        MemoryTable table = new MemoryTable();
        Timers timers = new Timers(table);
        timers.set(NOW, "a", HELD);
        timers.set(NOW.plusSeconds(1), "b", HELD);
        timers.remove(NOW, "a");
        Timers again = new Timers(table);
        assertThat(again.next()).isEqualTo(NOW.plusSeconds(1));
        assertThat(again.held(NOW.plusSeconds(1), "b")).isEqualTo(HELD);
        assertThat(again.held(NOW, "a")).isNull();
    }

    @Test
    void firesEveryTimerOnceWhateverTheOrderOfSettingAndAsking() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Timers timers = new Timers(new MemoryTable());
        TreeMap<Long, String> expected = new TreeMap<>();
        List<String> fired = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 5_000; i++) {
            long due = now + 1 + random.nextInt(1_000);
            if (random.nextInt(3) > 0 && expected.putIfAbsent(due, "k" + i) == null) {
                timers.set(NOW.plusMillis(due), "k" + i, HELD);
            }
            now += random.nextInt(20);
            for (Timers.Due one : timers.due(NOW.plusMillis(now), 1 + random.nextInt(10))) {
                timers.remove(one.at(), one.key());
                fired.add(one.key());
            }
        }
        for (Timers.Due one : timers.due(NOW.plusSeconds(9_999_999), 9_999)) {
            fired.add(one.key());
        }
        assertThat(fired).as("seed %d", seed).containsExactlyElementsOf(expected.values());
    }
}
