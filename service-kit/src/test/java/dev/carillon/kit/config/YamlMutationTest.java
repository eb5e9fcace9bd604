package dev.carillon.kit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;

import dev.carillon.kit.config.problem.ConfigException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any file gives a configuration or a list of problems. */
class YamlMutationTest {
    private static final int MUTATIONS = 20_000;
    private static final String VALID = """
            # comment
            pair:
              low: 3
              high: "7"
              names: [a, 'b', c]
              more:
                - x
                - {y: 1}
            anchor: &a {k: v}
            alias: *a
            text: |
              two
              lines
            """;
    private static final List<String> SPICE = List.of(
            "\t",
            ":",
            "- ",
            "{",
            "}",
            "[",
            "]",
            "&a ",
            "*a",
            "!!binary ",
            "%",
            "\u0000",
            "\ud800",
            "\"",
            "'",
            "\n",
            "? ",
            "|",
            "---\n",
            "...\n",
            "<<: *a\n",
            "\u001b",
            "#",
            "~",
            "0x",
            ".inf");

    record Pair(
            @Key(name = "pair.low", byDefault = "1", reason = "from")
            int low,

            @Key(name = "pair.high", byDefault = "9", reason = "to")
            int high,

            @Key(name = "pair.names", reason = "who") List<String> names) {}

    @Test
    void mutatedFileGivesAConfigurationOrProblems() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int mutation = 0; mutation < MUTATIONS; mutation++) {
            String text = mutated(random);
            try {
                ConfigLoader.of(Pair.class).yamlText("mutated.yaml", text).load();
            } catch (ConfigException e) {
                assertThat(e.problems()).isNotEmpty();
            } catch (RuntimeException | StackOverflowError e) {
                fail("seed " + seed + ", mutation " + mutation + ":\n" + text, e);
            }
        }
    }

    @Test
    void deepNestingIsAProblemAndNotAnOverflow() {
        for (String deep : List.of("{a: ".repeat(100_000), "[".repeat(100_000), "- ".repeat(100_000))) {
            assertThat(catchThrowable(() -> ConfigLoader.of(Pair.class)
                            .yamlText("deep.yaml", deep)
                            .load()))
                    .isInstanceOf(ConfigException.class);
        }
    }

    private static String mutated(Random random) {
        StringBuilder text = new StringBuilder(VALID);
        int edits = 1 + random.nextInt(4);
        for (int edit = 0; edit < edits; edit++) {
            int at = random.nextInt(text.length() + 1);
            switch (random.nextInt(3)) {
                case 0 -> text.replace(at, at + 1, "");
                case 1 -> text.insert(at, SPICE.get(random.nextInt(SPICE.size())));
                default -> text.setLength(at);
            }
        }
        return text.toString();
    }
}
