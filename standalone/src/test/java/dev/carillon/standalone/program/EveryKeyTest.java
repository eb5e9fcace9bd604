package dev.carillon.standalone.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.frame.GlobalOptions;
import dev.carillon.kit.config.ConfigLoader;
import dev.carillon.kit.config.EnvironmentNames;
import dev.carillon.kit.config.Key;
import dev.carillon.kit.config.KeyDescription;
import dev.carillon.kit.config.problem.ConfigException;
import dev.carillon.kit.config.problem.ConfigProblem;
import dev.carillon.kit.errors.KitErrorCode;
import dev.carillon.schemas.duration.DurationText;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that every setting of every role has to keep. */
class EveryKeyTest {
    private static final List<Class<? extends Record>> SETTINGS =
            GlobalOptions.settings(new CarillonProgram().settings());

    private static final String CANARY = "C4n4ry";

    /** One setting and the type of its record component. */
    record Setting(Key key, Class<?> type, boolean mayBeAbsent) {
        @Override
        public String toString() {
            return key.name();
        }

        boolean isText() {
            return type == String.class || type == Path.class;
        }

        boolean isDuration() {
            return type == Duration.class;
        }

        boolean isMeasured() {
            return isText() || isDuration() || type == int.class || type == long.class || type == double.class;
        }

        boolean isGroup() {
            return type == Map.class;
        }

        /** A value just below the limit; empty if there is none. */
        Optional<String> below() {
            if (isText() || type == List.class || isGroup()) {
                boolean emptyIsAbsent = mayBeAbsent || key.min().isEmpty() || type != String.class;
                return emptyIsAbsent ? Optional.empty() : Optional.of("");
            }
            return Optional.of(
                    isDuration()
                            ? DurationText.parse(key.min())
                                    .orElseThrow()
                                    .minusMillis(1)
                                    .toString()
                            : new BigDecimal(key.min()).subtract(BigDecimal.ONE).toString());
        }

        Optional<String> above() {
            if (isText()) {
                return Optional.of(CANARY + "x".repeat(Integer.parseInt(key.max()) + 1 - CANARY.length()));
            } else if (type == List.class) {
                return Optional.of(
                        String.join(",", java.util.Collections.nCopies(Integer.parseInt(key.max()) + 1, "a")));
            } else if (isGroup()) {
                return Optional.empty(); // The limit is above the number of settings that Kafka has.
            }
            return Optional.of(
                    isDuration()
                            ? DurationText.parse(key.max())
                                    .orElseThrow()
                                    .plusMillis(1)
                                    .toString()
                            : new BigDecimal(key.max()).add(BigDecimal.ONE).toString());
        }
    }

    static Stream<Setting> settings() {
        return SETTINGS.stream().flatMap(EveryKeyTest::settings);
    }

    private static Stream<Setting> settings(Class<?> owner) {
        return Stream.of(owner.getRecordComponents()).flatMap(EveryKeyTest::settings);
    }

    private static Stream<Setting> settings(RecordComponent component) {
        Key key = component.getAnnotation(Key.class);
        return key == null
                ? settings(component.getType())
                : Stream.of(new Setting(
                        key, component.getType(), component.getAnnotatedType().isAnnotationPresent(Nullable.class)));
    }

    static Stream<Setting> measured() {
        return settings().filter(one -> one.isMeasured() || one.type() == List.class);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void hasAReasonARangeAndAName(Setting setting) {
        Key key = setting.key();
        assertThat(key.reason()).hasSizeGreaterThan(10).doesNotEndWith(".");
        assertThat(key.name()).matches("[a-z]+(\\.[a-z][a-z0-9-]*)+").doesNotEndWith("-file-file");
        if (setting.isMeasured()) {
            assertThat(key.min()).as("min").isNotEmpty();
        }
        if (setting.isMeasured() || setting.type() == List.class || setting.isGroup()) {
            assertThat(key.max()).as("max").isNotEmpty();
        }
        boolean looksSecret = key.name().matches(".*(password|secret|token).*");
        assertThat(key.secret()).isEqualTo(looksSecret);
    }

    @Test
    void noTwoHaveOneNameOrOneVariable() {
        List<String> names = settings().map(one -> one.key().name()).toList();
        assertThat(names).doesNotHaveDuplicates().hasSizeGreaterThan(50);
        assertThat(names.stream().map(EnvironmentNames::of)).doesNotHaveDuplicates();
    }

    @Test
    void defaultsFitTheirRanges() {
        assertThat(ConfigLoader.of(SETTINGS).load().describe())
                .extracting(KeyDescription::origin)
                .containsOnly("default", "not set");
    }

    @ParameterizedTest
    @MethodSource("measured")
    void justOutsideItsRangeIsRefusedWithKeyValueLimitAndFix(Setting setting) {
        for (Optional<String> value : List.of(setting.below(), setting.above())) {
            if (value.isEmpty()) {
                continue;
            }
            Key key = setting.key();
            ConfigProblem problem = only(Map.of(key.name(), value.get()));
            assertThat(problem.code()).isEqualTo(KitErrorCode.CONFIG_OUT_OF_RANGE);
            assertThat(problem.key()).isEqualTo(key.name());
            assertThat(problem.value()).isEqualTo(key.secret() ? "******" : value.get());
            assertThat(problem.problem())
                    .containsAnyOf("the least allowed, " + key.min(), "greatest allowed, " + key.max());
            assertThat(problem.fix()).startsWith("Allowed: ");
            if (key.secret()) {
                assertThat(problem.oneLine()).doesNotContain(CANARY);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void wrongTypeIsRefusedWithAnExample(Setting setting) {
        if (setting.isText() || setting.type() == List.class || setting.isGroup()) {
            return; // Any text is one.
        }
        ConfigProblem problem = only(Map.of(setting.key().name(), "a few"));
        assertThat(problem.code()).isEqualTo(KitErrorCode.CONFIG_BAD_VALUE);
        assertThat(problem.oneLine()).startsWith(setting + " = a few (flag --" + setting + "): ");
        assertThat(problem.fix()).startsWith("Write ");
    }

    @ParameterizedTest
    @MethodSource("settings")
    void oneWrongLetterIsCorrected(Setting setting) {
        if (setting.isGroup()) {
            return; // Its names are Kafka's.
        }
        String name = setting.key().name();
        String mistyped = name.substring(0, name.length() - 1) + "q";
        assertThat(only(Map.of(mistyped, CANARY)).oneLine())
                .contains("Did you mean " + name + "?", "CONFIG_UNKNOWN_KEY")
                .doesNotContain(CANARY);
        String variable = EnvironmentNames.of(mistyped);
        assertThat(ConfigLoader.of(SETTINGS)
                        .environment(Map.of(variable, CANARY))
                        .load()
                        .warning()
                        .orElseThrow())
                .contains(variable + " (did you mean " + EnvironmentNames.of(name) + "?)")
                .doesNotContain(CANARY);
    }

    @Test
    void everythingWrongIsSaidAtOnce() {
        Map<String, String> wrong = new LinkedHashMap<>();
        measured().forEach(one -> one.above()
                .ifPresent(value -> wrong.put(one.key().name(), value)));
        settings()
                .filter(one -> one.type() == boolean.class || one.type().isEnum())
                .forEach(one -> wrong.put(one.key().name(), "a few"));
        assertThat(problems(ConfigLoader.of(SETTINGS).flags(wrong)))
                .extracting(ConfigProblem::key)
                .containsExactlyInAnyOrderElementsOf(wrong.keySet());
    }

    @Test
    void valuesThatContradictEachOtherAreNamedTogether() {
        assertThat(only(Map.of("kafka.delivery-timeout", "5s", "kafka.request-timeout", "5s"))
                        .key())
                .isEqualTo("kafka.delivery-timeout, kafka.request-timeout");
        assertThat(only(Map.of("topics.namespace", "a b")).oneLine())
                .contains("topics.namespace = a b", "1 to 80 of a-z");
        assertThat(only(Map.of("log.loggers", "kafka=loud")).oneLine()).contains("log.loggers", "kafka=loud");
        assertThat(only(Map.of("worker.queue", "Mail!")).oneLine()).contains("worker.queue = Mail!");
    }

    @Test
    void nothingStartsOnWhatIsWrong(@TempDir Path folder) {
        CommandLineHarness.Ran ran = new CommandLineHarness(folder, new CarillonProgram())
                .run("run", "trigger,worker,collector", "--worker.concurrency=0", "--kafka.sasl.password=" + CANARY);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err())
                .contains("the configuration has 2 problems", "worker.concurrency = 0", "kafka.sasl.mechanism")
                .doesNotContain(CANARY);
    }

    @Test
    void pairWithoutAValueIsNotRepeated(@TempDir Path folder) {
        CommandLineHarness.Ran ran = new CommandLineHarness(folder, new CarillonProgram())
                .run("config", "show", "--set", "kafka.sasl.password:" + CANARY);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains("--set takes KEY=VALUE").doesNotContain(CANARY);
    }

    private static ConfigProblem only(Map<String, String> flags) {
        List<ConfigProblem> problems = problems(ConfigLoader.of(SETTINGS).flags(flags));
        assertThat(problems).hasSize(1);
        return problems.get(0);
    }

    private static List<ConfigProblem> problems(ConfigLoader loader) {
        ConfigException thrown = catchThrowableOfType(ConfigException.class, loader::load);
        assertThat(thrown).isNotNull();
        return thrown.problems();
    }
}
