package dev.carillon.kit.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.errors.KitErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {
    enum Colour {
        RED,
        DARK_BLUE
    }

    record Sample(
            @Key(name = "sample.count", byDefault = "10", min = "1", max = "100", reason = "how many")
            int count,

            @Key(name = "sample.large", byDefault = "5000000000", reason = "many")
            long large,

            @Key(name = "sample.share", byDefault = "0.5", min = "0", max = "1", reason = "part")
            double share,

            @Key(name = "sample.on", byDefault = "true", reason = "whether")
            boolean on,

            @Key(name = "sample.wait-time", byDefault = "10s", min = "1s", max = "1m", reason = "how long")
            Duration waitTime,

            @Key(name = "sample.colour", byDefault = "dark-blue", reason = "looks")
            Colour colour,

            @Key(name = "sample.names", byDefault = "a,b", max = "3", reason = "who")
            List<String> names,

            @Key(name = "sample.dir", byDefault = "/tmp", reason = "where")
            Path dir,

            @Key(name = "sample.note", max = "20", reason = "optional") @Nullable
            String note,

            @Key(name = "sample.password", byDefault = "hush", secret = true, reason = "who may")
            String password) {}

    record Required(
            @Key(name = "required.name", reason = "identity")
            String name) {}

    record Pair(
            @Key(name = "pair.low", byDefault = "1", reason = "from")
            int low,

            @Key(name = "pair.high", byDefault = "9", reason = "to")
            int high) {
        Pair {
            if (low > high) {
                throw new IllegalArgumentException("pair.low (" + low + ") is above pair.high (" + high + ")");
            }
        }
    }

    @Test
    void defaultsAreBound() {
        Sample sample = ConfigLoader.of(Sample.class).load().get(Sample.class);
        assertThat(sample)
                .isEqualTo(new Sample(
                        10,
                        5_000_000_000L,
                        0.5,
                        true,
                        Duration.ofSeconds(10),
                        Colour.DARK_BLUE,
                        List.of("a", "b"),
                        Path.of("/tmp"),
                        null,
                        "hush"));
    }

    @Test
    void flagBeatsEnvironmentBeatsFileBeatsDefault() {
        String yaml = "sample:\n  count: 2\n  large: 2\n  share: 0.2\n";
        Config config = ConfigLoader.of(Sample.class)
                .yamlText("test.yaml", yaml)
                .environment(Map.of("CARILLON_SAMPLE_COUNT", "3", "CARILLON_SAMPLE_LARGE", "3"))
                .flags(Map.of("sample.count", "4"))
                .load();
        Sample sample = config.get(Sample.class);
        assertThat(sample.count()).isEqualTo(4);
        assertThat(sample.large()).isEqualTo(3);
        assertThat(sample.share()).isEqualTo(0.2);
        assertThat(config.describe().subList(0, 4))
                .extracting(KeyDescription::origin)
                .containsExactly(
                        "flag --sample.count", "environment variable CARILLON_SAMPLE_LARGE", "test.yaml:4", "default");
    }

    @Test
    void environmentNameFollowsFromTheKey() {
        assertThat(EnvironmentNames.of("sample.wait-time")).isEqualTo("CARILLON_SAMPLE_WAIT_TIME");
        Sample sample = ConfigLoader.of(Sample.class)
                .environment(Map.of("CARILLON_SAMPLE_WAIT_TIME", "45s", "PATH", "/bin"))
                .load()
                .get(Sample.class);
        assertThat(sample.waitTime()).isEqualTo(Duration.ofSeconds(45));
    }

    @Test
    void allProblemsAreReportedAtOnce() {
        ConfigException thrown = problemsOf(ConfigLoader.of(Sample.class, Required.class, Pair.class)
                .flags(Map.of("sample.count", "many", "sample.cuont", "4", "pair.low", "10"))
                .environment(Map.of("CARILLON_SAMPLE_WAIT_TIME", "2m", "CARILLON_SERVICE_HOST", "10.0.0.1"))
                .yamlText("test.yaml", "sample:\n  colour: pink\n  names: [a, b, c, d]\n  tiem: 1\n"));
        assertThat(thrown.problems())
                .extracting(problem -> problem.key() + " " + problem.code())
                .containsExactlyInAnyOrder(
                        "sample.cuont CONFIG_UNKNOWN_KEY",
                        "sample.tiem CONFIG_UNKNOWN_KEY",
                        "sample.count CONFIG_BAD_VALUE",
                        "CARILLON_SAMPLE_WAIT_TIME CONFIG_OUT_OF_RANGE",
                        "sample.colour CONFIG_BAD_VALUE",
                        "sample.names CONFIG_OUT_OF_RANGE",
                        "required.name CONFIG_MISSING",
                        "pair.low, pair.high CONFIG_CONTRADICTION");
        assertThat(thrown)
                .hasMessageStartingWith("the configuration has 8 problems:")
                .hasMessageContaining("CARILLON_SAMPLE_WAIT_TIME = 2m (environment variable CARILLON_SAMPLE_WAIT_TIME):"
                        + " it is above the greatest allowed, 1m. Allowed: 1s to 1m [CONFIG_OUT_OF_RANGE]")
                .hasMessageContaining(
                        "sample.colour = pink (test.yaml:2): is not known here." + " Write one of red, dark-blue")
                .hasMessageContaining("pair.low (10) is above pair.high (9)");
    }

    @Test
    void unknownKeyComesWithASuggestion() {
        ConfigException thrown = problemsOf(
                ConfigLoader.of(Sample.class).flags(Map.of("sample.cuont", "4", "something.else.entirely", "4")));
        assertThat(thrown.problems())
                .extracting(problem -> problem.key() + ": " + problem.fix())
                .containsExactlyInAnyOrder(
                        "sample.cuont: Did you mean sample.count?",
                        "something.else.entirely: Remove it; 'config show' lists what there is");
    }

    @Test
    void variableThatSetsNothingIsAWarningWithASuggestion() {
        Config config = ConfigLoader.of(Sample.class)
                .environment(Map.of("CARILLON_SAMPLE_WAITTIME", "4s", "CARILLON_CONFIG", "x"))
                .alsoKnown("CARILLON_CONFIG")
                .load();
        assertThat(config.get(Sample.class).waitTime()).isEqualTo(Duration.ofSeconds(10));
        assertThat(config.warning())
                .contains("an environment variable sets nothing, as there is no such setting: CARILLON_SAMPLE_WAITTIME"
                        + " (did you mean CARILLON_SAMPLE_WAIT_TIME?). See what there is with: carillon config show"
                        + " [CONFIG_UNKNOWN_KEY]");
    }

    @Test
    void variablesOfAKubernetesServiceAreNamedInOneWarningAndStopNothing() {
        Config config = ConfigLoader.of(Sample.class)
                .environment(Map.of(
                        "CARILLON_SERVICE_HOST", "10.0.0.1",
                        "CARILLON_PORT", "tcp://10.0.0.1:8080",
                        "CARILLON_PORT_8080_TCP_ADDR", "10.0.0.1"))
                .load();
        assertThat(config.warning())
                .contains("environment variables set nothing, as there are no such settings: CARILLON_PORT,"
                        + " CARILLON_PORT_8080_TCP_ADDR, CARILLON_SERVICE_HOST. See what there is with: carillon"
                        + " config show [CONFIG_UNKNOWN_KEY]");
    }

    @Test
    void warningIsBounded() {
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i < 1_000; i++) {
            many.put("CARILLON_" + i + "_" + "X".repeat(1_000), "");
        }
        String warning =
                ConfigLoader.of(Sample.class).environment(many).load().warning().orElseThrow();
        assertThat(warning).hasSizeLessThan(3_000).contains(" and 980 more. ");
    }

    @Test
    void nothingIsWarnedOfWhereEveryVariableSetsSomething() {
        assertThat(ConfigLoader.of(Sample.class)
                        .environment(Map.of("CARILLON_SAMPLE_COUNT", "3", "PATH", "/bin"))
                        .load()
                        .warning())
                .isEmpty();
    }

    @Test
    void badValueOfAVariableThatIsASettingStaysAnError() {
        ConfigException thrown = problemsOf(ConfigLoader.of(Sample.class)
                .environment(Map.of("CARILLON_SAMPLE_COUNT", "tcp://10.0.0.1:8080", "CARILLON_SERVICE_HOST", "x")));
        assertThat(thrown.problems())
                .extracting(problem -> problem.key() + " " + problem.code())
                .containsExactly("CARILLON_SAMPLE_COUNT CONFIG_BAD_VALUE");
    }

    @Test
    void secretsShowNowhere() {
        ConfigLoader loader = ConfigLoader.of(Sample.class).flags(Map.of("sample.password", "opensesame"));
        assertThat(loader.describe().toString()).doesNotContain("opensesame").doesNotContain("hush");
        assertThat(loader.load().get(Sample.class).password()).isEqualTo("opensesame");
        ConfigException mistyped =
                problemsOf(ConfigLoader.of(Sample.class).flags(Map.of("sample.pasword", "opensesame")));
        assertThat(mistyped.getMessage()).doesNotContain("opensesame");
    }

    @Test
    void descriptionIsComplete() {
        assertThat(ConfigLoader.of(Sample.class).describe())
                .contains(new KeyDescription(
                        "sample.wait-time",
                        "CARILLON_SAMPLE_WAIT_TIME",
                        "duration",
                        "10s",
                        "1s to 1m",
                        "how long",
                        "10s",
                        "default"))
                .contains(new KeyDescription(
                        "sample.note", "CARILLON_SAMPLE_NOTE", "text", "", "at most 20", "optional", "", "not set"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"20s", " 20s ", "20S", "PT20S", "pt20s"})
    void aDurationIsReadInSmallAndLargeLetters(String text) {
        Sample read = ConfigLoader.of(Sample.class)
                .flags(Map.of("sample.wait-time", text))
                .load()
                .get(Sample.class);
        assertThat(read.waitTime()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void describingWorksWhileValuesAreWrong() {
        assertThat(ConfigLoader.of(Sample.class)
                        .flags(Map.of("sample.count", "many"))
                        .describe()
                        .get(0)
                        .value())
                .isEqualTo("many");
    }

    @Test
    void yamlMayBeNestedOrFlatAndHoldLists(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(
                folder.resolve("carillon.yaml"),
                "sample.count: 7\nsample:\n  names:\n    - x\n    - y\n  note: null\n");
        Sample sample = ConfigLoader.of(Sample.class).yamlFile(file).load().get(Sample.class);
        assertThat(sample.count()).isEqualTo(7);
        assertThat(sample.names()).containsExactly("x", "y");
        assertThat(sample.note()).isNull();
    }

    @Test
    void emptyYamlSetsNothing() {
        assertThat(ConfigLoader.of(Pair.class)
                        .yamlText("empty.yaml", "# nothing\n")
                        .load()
                        .get(Pair.class))
                .isEqualTo(new Pair(1, 9));
    }

    @Test
    void brokenYamlNamesTheLine() {
        ConfigException thrown =
                problemsOf(ConfigLoader.of(Pair.class).yamlText("bad.yaml", "pair:\n  low: 1\n  high: [1, 2\n"));
        assertThat(thrown.problems()).hasSize(1);
        assertThat(thrown.problems().get(0).code()).isEqualTo(KitErrorCode.CONFIG_UNREADABLE);
        assertThat(thrown.getMessage()).contains("bad.yaml").containsPattern("line [34]");
    }

    @Test
    void keySetTwiceInTheFileIsAProblem() {
        assertThat(problemsOf(ConfigLoader.of(Pair.class).yamlText("twice.yaml", "pair:\n  low: 1\n  low: 2\n")))
                .hasMessageContaining("twice.yaml");
        assertThat(problemsOf(ConfigLoader.of(Pair.class).yamlText("twice.yaml", "pair:\n  low: 1\npair.low: 2\n")))
                .hasMessageContaining("is already set in twice.yaml:2");
    }

    @Test
    void yamlThatIsNoMappingIsAProblem() {
        assertThat(problemsOf(ConfigLoader.of(Pair.class).yamlText("list.yaml", "- a\n- b\n")))
                .hasMessageContaining("does not hold keys and values");
    }

    @Test
    void missingAndUnreadableFilesAreProblems(@TempDir Path folder) throws Exception {
        assertThat(problemsOf(ConfigLoader.of(Pair.class).yamlFile(folder.resolve("absent.yaml"))))
                .hasMessageContaining("absent.yaml (configuration file): does not exist");
        assertThat(problemsOf(ConfigLoader.of(Pair.class).yamlFile(folder)))
                .extracting(thrown -> thrown.problems().get(0).code())
                .isEqualTo(KitErrorCode.CONFIG_UNREADABLE);
        Path binary = Files.write(folder.resolve("binary.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThat(problemsOf(ConfigLoader.of(Pair.class).yamlFile(binary))).hasMessageContaining("UTF-8");
    }

    @Test
    void numbersBeyondTheirTypeAreProblems() {
        for (String value : List.of("2147483648", "1e400", "1.5", "", "NaN", "0x10", "99999999999999999999")) {
            assertThat(problemsOf(ConfigLoader.of(Pair.class).flags(Map.of("pair.low", value)))
                            .problems())
                    .as(value)
                    .hasSize(1);
        }
    }

    @Test
    void recordWithoutKeysIsAMistakeOfTheProgrammer() {
        record Plain(int number) {}
        assertThatThrownBy(() -> ConfigLoader.of(Plain.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("number has no @Key");
    }

    private static ConfigException problemsOf(ConfigLoader loader) {
        return catchThrowableOfType(ConfigException.class, loader::load);
    }
}
