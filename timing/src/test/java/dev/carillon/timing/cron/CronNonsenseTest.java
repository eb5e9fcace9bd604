package dev.carillon.timing.cron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.kit.time.SystemTime;
import dev.carillon.schemas.error.ContractException;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any text is parsed or refused with a code, and a parsed one has a normal form of the same meaning. */
class CronNonsenseTest {
    private static final int TEXTS = Integer.getInteger("carillon.cron.nonsense", 4_000);
    private static final List<String> PIECES = List.of(
            "0", "5", "59", "60", "007", "999", "*", "?", "-", "/", ",", "#", "L", "W", "LW", "H", "H(", ")", "(0-9)",
            "@", "MON", "sun", "JAN", "dec", "1-5", "*/5", "H/7", "5L", "FRIL", "15W", "L-3", "1#1", "7#5", "X", "\t");

    @Test
    void anyTextIsReadOrRefusedWithACode() {
        long seed = Instant.now(SystemTime.clock()).toEpochMilli();
        Random random = new Random(seed);
        int read = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = text(random);
            try {
                CronExpression cron = CronExpression.read(text, "task");
                read++;
                assertThat(CronExpression.read(cron.normalForm(), "task").normalForm())
                        .as("%s, seed %d", text, seed)
                        .isEqualTo(cron.normalForm());
                assertThat(cron.words()).as("%s, seed %d", text, seed).isNotBlank();
            } catch (ContractException e) {
                assertThat(e.getMessage()).as("%s, seed %d", text, seed).startsWith("cron: \"");
            } catch (RuntimeException e) {
                throw new AssertionError(text + ", seed " + seed, e);
            }
        }
        assertThat(read).as("texts that mean something, seed %d", seed).isGreaterThan(TEXTS / 100);
    }

    /** Most fields are a single piece, so that some expressions are valid. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int fields = random.nextInt(20) == 0 ? random.nextInt(9) : 5 + random.nextInt(2);
        for (int i = 0; i < fields; i++) {
            text.append(i == 0 ? "" : " ");
            int pieces = random.nextInt(6) == 0 ? 2 + random.nextInt(4) : 1;
            for (int j = 0; j < pieces; j++) {
                text.append(pieces == 1 && random.nextBoolean() ? "*" : PIECES.get(random.nextInt(PIECES.size())));
            }
        }
        return text.toString();
    }
}
