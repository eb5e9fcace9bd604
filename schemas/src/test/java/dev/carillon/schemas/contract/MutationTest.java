package dev.carillon.schemas.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.schemas.codec.Kind;
import dev.carillon.schemas.error.ContractException;
import dev.carillon.schemas.error.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Any bytes give a record or a coded error, and every decoded record can be written and read. */
class MutationTest {
    private static final int MUTATIONS = 100_000;

    @Test
    void hundredThousandMutationsGiveARecordOrACodedError() {
        long seed = new Random().nextLong();
        Logger.getLogger(MutationTest.class.getName()).info(() -> "seed " + seed);
        Random random = new Random(seed);
        Mutations mutations = new Mutations(random);
        List<Sample> samples = Sample.all();
        List<byte[]> originals = samples.stream().map(Sample::bytes).toList();
        Map<ErrorCode, Integer> refused = new EnumMap<>(ErrorCode.class);
        int accepted = 0;
        for (int i = 0; i < MUTATIONS; i++) {
            int chosen = i % samples.size();
            byte[] bytes = originals.get(chosen);
            for (int times = 1 + random.nextInt(3); times > 0; times--) {
                bytes = mutations.mutate(bytes);
            }
            // Sometimes as another kind, as a topic may hold any record.
            Kind<?> kind = random.nextInt(20) == 0
                    ? Kind.ALL.get(random.nextInt(Kind.ALL.size()))
                    : samples.get(chosen).kind();
            try {
                survives(kind, bytes);
                accepted++;
            } catch (ContractException e) {
                refused.merge(e.code(), 1, Integer::sum);
                assertThat(e.getMessage()).isNotBlank().doesNotContain("\n").hasSizeLessThan(1_100);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError(
                        "seed " + seed + ", mutation " + i + ", " + kind.name() + ": "
                                + new String(bytes, StandardCharsets.ISO_8859_1),
                        e);
            }
        }
        // The mutations get past the parser: some are accepted, and many different rules refuse others.
        assertThat(accepted).as("accepted, seed %s", seed).isGreaterThan(MUTATIONS / 20);
        assertThat(refused).as("refused, seed %s", seed).hasSizeGreaterThan(12);
    }

    private static <T> void survives(Kind<T> kind, byte[] bytes) {
        T value = kind.decode(bytes);
        byte[] written;
        try {
            written = kind.encode(value);
            assertThat(kind.decode(written)).isEqualTo(value);
        } catch (ContractException e) {
            throw new IllegalStateException("was read, but can't be written and read again", e);
        }
    }
}
