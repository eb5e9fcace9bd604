package dev.carillon.worker.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.worker.dedup.BackwardStretches.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BackwardStretchesTest {
    private static List<Stretch> all(BackwardStretches<String> stretches, String partition) {
        List<Stretch> all = new ArrayList<>();
        while (!stretches.isEmpty()) {
            Stretch next = stretches.next().get(partition);
            if (next != null) {
                all.add(next);
            }
        }
        return all;
    }

    @Test
    void theNewestComeFirstAndEachStretchIsLargerThanTheLast() {
        assertThat(all(new BackwardStretches<>(Map.of("a", 0L), Map.of("a", 9_000L), 100_000), "a"))
                .containsExactly(new Stretch(8_000, 9_000), new Stretch(4_000, 8_000), new Stretch(0, 4_000));
    }

    @Test
    void nothingBeforeTheStartOfTheLogIsRead() {
        assertThat(all(new BackwardStretches<>(Map.of("a", 8_500L), Map.of("a", 9_000L), 100_000), "a"))
                .containsExactly(new Stretch(8_500, 9_000));
    }

    @Test
    void noMoreThanTheLimitIsRead() {
        assertThat(all(new BackwardStretches<>(Map.of("a", 0L), Map.of("a", 9_000L), 1_500), "a"))
                .containsExactly(new Stretch(8_000, 9_000), new Stretch(7_500, 8_000));
    }

    @Test
    void anEmptyPartitionHasNoStretch() {
        BackwardStretches<String> stretches =
                new BackwardStretches<>(Map.of("a", 7L, "b", 0L), Map.of("a", 7L, "b", 1L), 100_000);
        assertThat(stretches.next()).containsOnlyKeys("b");
        assertThat(stretches.isEmpty()).isTrue();
        assertThat(stretches.next()).isEmpty();
    }

    @Test
    void aPartitionThatIsStoppedHasNoFurtherStretch() {
        BackwardStretches<String> stretches =
                new BackwardStretches<>(Map.of(), Map.of("a", 9_000L, "b", 9_000L), 100_000);
        assertThat(stretches.next()).containsOnlyKeys("a", "b");
        stretches.stop("a");
        assertThat(stretches.next()).containsOnlyKeys("b");
    }
}
