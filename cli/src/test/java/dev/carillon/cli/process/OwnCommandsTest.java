package dev.carillon.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.carillon.cli.CommandLineHarness;
import dev.carillon.cli.CommandLineHarness.Ran;
import dev.carillon.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code carillon config}, {@code version} and {@code completion}. */
final class OwnCommandsTest {
    private final CommandLineHarness cli;

    OwnCommandsTest(@TempDir Path directory) {
        cli = new CommandLineHarness(directory).unreachable();
    }

    private JsonNode setting(String key, String... more) {
        String[] words = new String[more.length + 4];
        System.arraycopy(new String[] {"config", "show", "-o", "json"}, 0, words, 0, 4);
        System.arraycopy(more, 0, words, 4, more.length);
        return cli.run(words).lines().stream()
                .map(line -> Json.read(line.getBytes(StandardCharsets.UTF_8)))
                .filter(one -> one.path("key").asString().equals(key))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSecretIsShownAsStarsWhereverItComesFrom() {
        List<String> forms = List.of("table", "json");
        for (String form : forms) {
            Ran ran = cli.run(
                    "config",
                    "show",
                    "--origin",
                    "-o",
                    form,
                    "--kafka.security-protocol=SASL_PLAINTEXT",
                    "--kafka.sasl.mechanism=PLAIN",
                    "--kafka.sasl.username=ann",
                    "--kafka.sasl.password=hunter2");
            assertThat(ran.out() + ran.err()).doesNotContain("hunter2").contains("******");
        }
        cli.environment.put("CARILLON_KAFKA_SECURITY_PROTOCOL", "SASL_PLAINTEXT");
        cli.environment.put("CARILLON_KAFKA_SASL_MECHANISM", "PLAIN");
        cli.environment.put("CARILLON_KAFKA_SASL_USERNAME", "ann");
        cli.environment.put("CARILLON_KAFKA_SASL_PASSWORD", "hunter2");
        Ran ran = cli.run("config", "show", "--origin");
        assertThat(ran.out() + ran.err()).doesNotContain("hunter2").contains("CARILLON_KAFKA_SASL_PASSWORD");
    }

    @Test
    void aSettingForProgramsNamesItsVariableRangeAndReason() {
        JsonNode setting = setting("topics.partitions", "--topics.partitions=7");
        assertThat(setting.path("value").asString()).isEqualTo("7");
        assertThat(setting.path("default").asString()).isEqualTo("12");
        assertThat(setting.path("environment").asString()).isEqualTo("CARILLON_TOPICS_PARTITIONS");
        assertThat(setting.path("range").asString()).contains("1", "1000");
        assertThat(setting.path("reason").asString()).isNotBlank();
        assertThat(setting.path("origin").asString()).isEqualTo("flag --topics.partitions");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1000, 1000"})
    void theLimitsOfASettingAreAllowed(String partitions, String shown) {
        assertThat(setting("topics.partitions", "--topics.partitions=" + partitions)
                        .path("value")
                        .asString())
                .isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1001", "-1", "1.5", "many", "99999999999", ""})
    void aValueOutsideThemIsRefusedWithTheSettingAndTheRange(String partitions) {
        Ran ran = cli.run("config", "show", "--topics.partitions=" + partitions);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("topics.partitions").contains("[CONFIG_").doesNotContain("Exception");
    }

    @Test
    void anEmptyValueIsADashInTheTableOnly() {
        List<String> lines = cli.run("config", "show").lines();
        assertThat(lines.get(0)).matches("KEY +VALUE");
        assertThat(lines).anyMatch(line -> line.matches("kafka\\.sasl\\.password +-"));
        assertThat(setting("kafka.sasl.password").path("value").asString()).isEmpty();
    }

    @Test
    void theVersionIsOneLineWithTheOneOfJava() {
        Ran ran = cli.run("version");
        assertThat(ran.lines())
                .singleElement()
                .asString()
                .startsWith("carillon ")
                .contains(", Java " + Runtime.version());
        assertThat(cli.run("--version").out()).isEqualTo(ran.out());
    }

    @Test
    void aCompletionForZshIsTheOneForBashWithItsPreparation() {
        String bash = cli.run("completion").out();
        assertThat(cli.run("completion", "BASH").out()).isEqualTo(bash);
        assertThat(cli.run("completion", "zsh").out())
                .isEqualTo("autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" + bash);
        assertThat(bash).contains("complete -F", "backfill", "--max-running");
    }
}
