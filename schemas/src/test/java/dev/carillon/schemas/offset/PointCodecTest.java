package dev.carillon.schemas.offset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PointCodecTest {

    @Test
    void everyPointComesBackAsItWas() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int round = 0; round < 2_000; round++) {
            StoredPoint point = randomPoint(random);
            assertThat(PointCodec.decode(point.position(), PointCodec.encode(point)))
                    .as("seed %d", seed)
                    .isEqualTo(point);
        }
    }

    private static StoredPoint randomPoint(Random random) {
        long position = random.nextLong(1L << 40);
        List<Long> holes = new ArrayList<>();
        long last = position;
        for (int i = random.nextInt(50); i > 0; i--) {
            holes.add(last);
            last += 1 + random.nextInt(random.nextBoolean() ? 3 : 100_000);
        }
        long end = holes.isEmpty() ? position : last + random.nextInt(5);
        return new StoredPoint(position, random.nextBoolean(), random.nextInt(10_000), end, holes);
    }

    @Test
    void threeThousandDenseHolesFitIntoTheMetadata() {
        List<Long> holes = new ArrayList<>();
        for (long i = 0; i < 3_000; i++) {
            holes.add(1_000_000 + i * 100);
        }
        StoredPoint point = new StoredPoint(1_000_000, true, 3_000, 1_300_000, holes);
        assertThat(PointCodec.encode(point).length()).isLessThanOrEqualTo(PointCodec.MAX_CHARS);
    }

    @Test
    void noMetadataMeansThatNobodyWorkedThere() {
        assertThat(PointCodec.decode(17, "")).isEqualTo(StoredPoint.untouched(17));
        assertThat(PointCodec.decode(17, null)).isEqualTo(StoredPoint.untouched(17));
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "Ao", "B", "Zo123", "Aoÿ", "Ao====", "Aogg", "hello world", "{}"})
    void whatCannotBeReadIsTreatedWithCare(String metadata) {
        StoredPoint point = PointCodec.decode(17, metadata);
        assertThat(point.open()).isTrue();
        assertThat(point.position()).isEqualTo(17);
        assertThat(point.holes()).isEmpty();
    }

    @Test
    void pointKnowsWhatIsDone() {
        StoredPoint point = new StoredPoint(10, true, 0, 20, List.of(10L, 15L));
        assertThat(List.of(9L, 11L, 19L)).allMatch(point::isDone);
        assertThat(List.of(10L, 15L, 20L, 21L)).noneMatch(point::isDone);
    }
}
